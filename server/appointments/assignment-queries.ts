import type { Assignment, Candidate } from '#domain/assignment.ts'
import { iso, statement, type Db, type Tx } from '../database/db.ts'

interface Row extends Candidate {
  assignment: Assignment
}

const facts = statement<Row, [business: number, ids: number[], from: string, to: string, now: string]>(`
  select b.assignment, p.id, p.weight, p.created_at as "joinedMs",
    (select coalesce(sum(a.duration_minutes), 0) from appointments a
      where a.business_id = b.id and a.professional_id = p.id and a.status <> 'cancelled'
        and (a.hold_expires_at is null or a.hold_expires_at > $5::timestamptz)
        and lower(a.occupied) > $3::timestamptz - interval '2 hours' and lower(a.occupied) < $4::timestamptz
        and a.starts_at >= greatest($3::timestamptz, p.created_at) and a.starts_at < $4::timestamptz) as minutes,
    (select max(a.created_at) from appointments a
      where a.business_id = b.id and a.professional_id = p.id and a.chosen_by = 'system') as "assignedMs"
  from businesses b join professionals p on p.business_id = b.id
  where b.id = $1::bigint and p.id = any($2::bigint[])`)

/** How a business lets professionals be chosen, and what speaks for each of `ids` in the week [from, to). */
export async function assignmentFacts(
  db: Db | Tx,
  businessId: number,
  ids: number[],
  [from, to]: readonly [from: number, to: number],
  nowMs: number,
): Promise<{ assignment: Assignment; candidates: Candidate[] }> {
  const candidates = await facts(db, businessId, ids, iso(from), iso(to), iso(nowMs))
  return { assignment: candidates[0]!.assignment, candidates }
}
