/** Under which names what was being written outlives the session; the dialogs come when they are opened. */
export const ANSWER_DRAFT = 'respuesta'
export const EXTENSION_DRAFT = 'plazo'
