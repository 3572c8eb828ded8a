import { head } from '../head.ts'

/** The <head> of an owner's screen: `(args) => ownerMeta(args, 'Servicios')`. */
export const ownerMeta = (args: Parameters<typeof head>[0], title: string) =>
  head(args, {
    title,
    description: 'La agenda de tu negocio: citas, servicios, profesionales y configuración.',
    indexed: false,
  })
