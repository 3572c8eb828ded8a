import { may, type SessionBusiness } from '../../account/session.ts'
import type { TimeOff } from '../data/time-off.ts'

/** What somebody may do in the agenda. What they may not is not offered: nothing here ends in a refusal. */
export function allowedIn(business: SessionBusiness) {
  const blocksAll = may(business, 'time_off:all')
  const own = business.access?.professional_id ?? undefined
  // Who is no professional has no time of their own to block.
  const blocks = blocksAll || (may(business, 'time_off:own') && own !== undefined)
  return {
    /** Book, move, change and cancel. */
    books: may(business, 'appointments:own-write'),
    exports: may(business, 'clients:export'),
    blocks,
    /** Whose time may be blocked; undefined: everybody's, and that of the whole business. */
    blocksOnly: blocksAll ? undefined : own,
    changesBlock: ({ professional_id }: Pick<TimeOff, 'professional_id'>) =>
      blocksAll || (blocks && professional_id === own),
  }
}
export type Allowed = ReturnType<typeof allowedIn>
