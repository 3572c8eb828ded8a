import type { MetaFunction } from 'react-router'
import { importsQuery } from '../data/imports/import.ts'
import { starts } from '../data/loader.ts'
import type { OwnerHandle } from '../data/preload.ts'
import { ownerMeta } from '../head.ts'
import { ImportScreen } from './screen.tsx'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Importar clientes')

const firstQueries = () => [importsQuery('clients')]
export const handle: OwnerHandle = { title: 'Importar clientes', preload: firstQueries }
export const clientLoader = starts(firstQueries)
export { HydrateFallback } from '../data/loader.ts'

/** Brings a list of clients along. */
export default function Page() {
  return <ImportScreen kind="clients" />
}
