/** How far an import is. */
export const IMPORT_STATES = ['draft', 'running', 'stopped', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** How long a file that was read and never imported is kept. */
export const DRAFT_HOURS = 24
/** How many such files a business may have. */
export const MOST_DRAFTS = 5

/** What a file is of. */
export const IMPORT_KINDS = ['clients', 'appointments'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
