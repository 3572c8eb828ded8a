import { policyName, policyVersion } from '#domain/policy-name.ts'
import { policySections, UNKNOWN_POLICY } from '#domain/policy.ts'
import { createHash } from 'node:crypto'
import type { Db, Tx } from '../database/db.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { hasPolicy, insertPolicy, policyFacts, policyOf } from './policy-queries.ts'

const TRIES = 5
/** Versions that a business's members make in a day: each is kept for ever. */
const NEW_IN_A_DAY = 50
const DAY_MS = 24 * 3_600_000
const TOO_OFTEN = `Los datos de tu política de datos cambiaron ${NEW_IN_A_DAY} veces en un día. Intenta de nuevo mañana.`

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
 * Writes the policy after a change that a member made of what is in it.
 * @throws Refusal 429 for a new version when the last ones are all of one day.
 */
export async function changePolicy(tx: Tx, business_id: number, nowMs: number): Promise<void> {
  const before = await policyFacts(tx, business_id)
  const version = policyVersion(await presentPolicy(tx, business_id, nowMs))
  if (version === undefined || version === before?.version) return
  const earlier = await policyOf(tx, business_id, version - NEW_IN_A_DAY)
  const waitMs = earlier ? earlier.since + DAY_MS - nowMs : 0
  if (waitMs > 0) throw new Refusal(429, TOO_OFTEN, { retryAfter: waitMs / 1000 })
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
