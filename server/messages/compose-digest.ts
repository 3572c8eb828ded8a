import { withoutLinks } from '#domain/unlinked.ts'
import type { Db } from '../database/db.ts'
import { digestAppointments } from './digest-queries.ts'
import { envelope, type Composed, type ComposeContext } from './mail-parts.ts'
import type { DueMessage } from './queries.ts'

/** What a client was not mailed of one by one, as it is now. */
export async function digest(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const found = await digestAppointments(db, row.id)
  const appointments = found.map((one) => withoutLinks(one, { is_trusted: false }))
  if (appointments.length === 0) return { skip: 'nothing left to tell' }
  const email = context.render.digest({ appointments, public_url: context.publicUrl })
  return { mail: envelope(row, context, email) }
}
