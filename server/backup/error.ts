/** Why a backup or a restore is refused or fails, as a sentence for the operator. */
export class BackupError extends Error {}

/** Another process is at it: no failure, and nothing to tell anybody. */
export class Busy extends BackupError {}

/** A disk is full, or would be. */
export class NoRoom extends BackupError {}

/** The pictures that were copied filled it, and are gone again: the next try copies them all anew. */
export class FullOfPictures extends NoRoom {}

/** The sentence for an error of a full disk, wherever it was; undefined for others. */
export function fullDisk(error: unknown, place: string): NoRoom | undefined {
  switch ((error as { code?: string } | null)?.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new NoRoom(`The disk of ${place} is full: make room there, or choose another place.`)
    // PostgreSQL's own disk.
    case '53100':
      return new NoRoom('The disk of the database is full: make room there and begin again.')
  }
}
