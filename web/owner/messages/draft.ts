/** Under which name texts that were being written outlive the session; the dialog comes when it is opened. */
export const TEXTS_DRAFT = 'textos de WhatsApp'
