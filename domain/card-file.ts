/** The photos on a client's card. */

export const FILE_KINDS = ['before', 'after', 'document'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const FILE_KIND_LABELS: Record<FileKind, string> = {
  before: 'Antes',
  after: 'Después',
  document: 'Documento',
}

/** How many a card holds, and all cards of a business. */
export const MOST_CARD_FILES = 60
export const MOST_FILES = 3000

export const FILE_SENTENCES = {
  gone: 'Foto no encontrada',
  full: `Una ficha tiene hasta ${MOST_CARD_FILES} fotos. Elimina las que no uses.`,
  allFull: `Tu negocio ya guarda ${MOST_FILES} fotos de clientes, el máximo. Elimina las que no uses.`,
}
