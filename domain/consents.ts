/** What clients agree to besides what an appointment needs. */

/** The text of the box that asks for it, never ticked beforehand; a changed text gets another version. */
export const MARKETING_TEXT = 'Quiero recibir saludos y promociones de este negocio'
export const MARKETING_TEXT_VERSION = '2026-11'

/** How clients say it to somebody of the business, who notes it. */
export const HOW_SAID = { counter: 'En el local', phone: 'Por teléfono', written: 'Por escrito' } as const
export type HowSaid = keyof typeof HOW_SAID
export const HOWS = Object.keys(HOW_SAID) as HowSaid[]
