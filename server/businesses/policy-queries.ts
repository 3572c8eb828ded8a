import type { PolicyFacts, PolicySection } from '#domain/policy.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

/** What the policy is made of, and the newest version's hash. */
export async function policyFacts(db: Db | Tx, business_id: number) {
  const { rows } = await sql<PolicyFacts & { version: number | null; hash: string | null }>`
    select b.business_name, b.phone, b.email, b.address, b.city, b.is_virtual, b.legal_name, b.legal_id,
      b.legal_address, b.legal_email, b.reminder_channel, p.version, p.hash
    from businesses b left join lateral (
      select version, hash from business_policies p where p.business_id = b.id order by version desc limit 1) p on true
    where b.id = ${business_id}`.execute(db)
  return rows[0]
}

/** Writes the next version. Of two at once, one is written: the other's number is taken. */
export async function insertPolicy(
  db: Db | Tx,
  policy: { business_id: number; version: number; hash: string; sections: PolicySection[]; nowMs: number },
): Promise<void> {
  await db
    .insertInto('business_policies')
    .values({
      business_id: policy.business_id,
      version: policy.version,
      hash: policy.hash,
      sections: JSON.stringify(policy.sections),
      since: new Date(policy.nowMs).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A version of a policy as it was published; the newest without `version`. */
export function policyOf(db: Db | Tx, business_id: number, version?: number) {
  return db
    .selectFrom('business_policies')
    .select(['version', 'hash', 'sections', 'since'])
    .where('business_id', '=', business_id)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a business has published the version of this name. */
export async function hasPolicy(db: Db, business_id: number, version: number, hashStart: string) {
  const row = await db
    .selectFrom('business_policies')
    .select('version')
    .where('business_id', '=', business_id)
    .where('version', '=', version)
    .where(sql<boolean>`starts_with(hash, ${hashStart})`)
    .executeTakeFirst()
  return row !== undefined
}
