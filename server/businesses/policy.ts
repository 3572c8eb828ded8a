import { policyName, policySections, policyVersion, UNKNOWN_POLICY } from '#domain/policy.ts'
import { createHash } from 'node:crypto'
import type { Db, Tx } from '../db.ts'
import { invalid } from '../refusal.ts'
import { hasPolicy, insertPolicy, policyFacts } from './policy-queries.ts'

const TRIES = 5

/**
 * The name of a business's present policy. A text that differs from the newest version is written as the next one: after a
 * change of the business's data, or of the sentences that all businesses share.
 */
export async function presentPolicy(db: Db | Tx, business_id: number, nowMs: number): Promise<string> {
  for (let round = 0; round < TRIES; round++) {
    const facts = await policyFacts(db, business_id)
    if (!facts) break
    const sections = policySections(facts)
    const hash = createHash('sha256').update(JSON.stringify(sections)).digest('hex')
    if (facts.version !== null && hash === facts.hash) return policyName(facts.version, hash)
    await insertPolicy(db, { business_id, version: (facts.version ?? 0) + 1, hash, sections, nowMs })
  }
  throw new Error(`the policy of business ${business_id} cannot be written`)
}

/**
 * A consent names a text that was published, or a text of before there were versions.
 * @throws Refusal 400 for a version that the business never had.
 */
export async function ensurePublished(db: Db, business_id: number, name: string | null): Promise<void> {
  const version = policyVersion(name)
  if (version === undefined || published.get(db)?.has(`${business_id} ${name}`)) return
  const hashStart = name!.slice(name!.indexOf('-') + 1)
  if (!(await hasPolicy(db, business_id, version, hashStart)))
    throw invalid({ consent_version: UNKNOWN_POLICY })
  let known = published.get(db)
  if (!known || known.size >= MOST_KNOWN) published.set(db, (known = new Set()))
  known.add(`${business_id} ${name}`)
}

/** What was published stays so: businesses with the name of a text. */
const published = new WeakMap<Db, Set<string>>()
const MOST_KNOWN = 10_000
