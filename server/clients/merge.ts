import type { MergeInput } from '#domain/api/calls/card-merges.ts'
import { MERGE_SENTENCES, UNMERGE_DAYS } from '#domain/card-merge.ts'
import type { Filled } from '../database/tables/card.ts'
import type { Tx } from '../database/db.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { isKeptWithoutConsent } from './health-queries.ts'
import {
  foldNow,
  giveTags,
  insertMerge,
  lockedCards,
  lockMerges,
  markUndone,
  mergeById,
  mergeOf,
  moveAll,
  moveBack,
  noteAlerts,
  removeNotes,
  setFields,
  takeTags,
  type MergedFields,
  type MergingCard,
} from './merge-queries.ts'

interface Who {
  business_id: number
  user_id: number
  nowMs: number
}

/** Fields that are filled together, when the first of them is empty. */
const FILLED: (keyof MergedFields)[][] = [
  ['client_phone', 'whatsapp_missing_at'],
  ['client_email'],
  ['client_id'],
  ['alert'],
  ['birthday'],
  ['language'],
  ['whatsapp_user_id'],
  ['blocked_at', 'blocked_reason'],
]
const RESTORED: (keyof MergedFields)[][] = [...FILLED, ['written_at'], ['recalled_at']]

/**
 * Makes cards one: `keep` keeps its fields, and has its empty ones filled; appointments and notes go to it. Merged before:
 * nothing is done.
 * @throws Refusal 409 when one of them is part of another card, or notes on health would stay of whoever withdrew their consent.
 * @returns by which id it is taken back, and whether anything was merged now.
 */
export async function mergeCards(tx: Tx, { keep, merge }: MergeInput, { business_id, user_id, nowMs }: Who) {
  await lockMerges(tx, business_id)
  const cards = new Map(
    (await lockedCards(tx, business_id, [keep, ...merge], nowMs)).map((card) => [card.id, card]),
  )
  const known = (id: number): MergingCard => {
    const card = cards.get(id)
    if (!card || card.is_forgotten) throw notFound('Cliente no encontrado')
    return card
  }
  const kept = known(keep)
  const others = merge.map(known).filter(({ merged_into }) => merged_into !== keep)
  if ([kept, ...others].some(({ merged_into }) => merged_into !== null))
    throw new Refusal(409, MERGE_SENTENCES.merged)
  if (others.length === 0) {
    const merge_id = await mergeOf(tx, business_id, keep, merge[0]!)
    if (merge_id === undefined) throw new Refusal(409, MERGE_SENTENCES.merged)
    return { merge_id, isNew: false }
  }
  const filled: Filled = { written_at: [kept.written_at, new Date(nowMs).toISOString()] }
  for (const names of FILLED) {
    const from = kept[names[0]!] === null ? others.find((card) => card[names[0]!] !== null) : undefined
    if (from) for (const name of names) if (kept[name] !== from[name]) filled[name] = [kept[name], from[name]]
  }
  // Who was told that it is time to come back is not told again.
  const told = [kept, ...others].flatMap(({ recalled_at }) => recalled_at ?? [])
  const lastTold = told.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
  if (lastTold !== undefined && lastTold !== kept.recalled_at)
    filled.recalled_at = [kept.recalled_at, lastTold]
  const alert = filled['alert']?.[1] ?? kept.alert
  const alerts = [...new Set(others.map((card) => card.alert))].filter((one) => one !== null && one !== alert)

  const parts = []
  for (const { id } of others) parts.push(await moveAll(tx, business_id, id, keep))
  // Which notes go is for somebody who reads them: a merge may be of two people, and could not bring them back.
  if (await isKeptWithoutConsent(tx, { business_id, card_id: keep }))
    throw new Refusal(409, MERGE_SENTENCES.withdrawn)
  await setFields(tx, business_id, keep, valuesOf(filled, 1))
  const notes = await noteAlerts(
    tx,
    { business_id, card_id: keep, user_id },
    alerts.map((one) => `Alerta de la ficha unida: ${one}`),
    nowMs,
  )
  const tags = await giveTags(
    tx,
    business_id,
    keep,
    others.map(({ id }) => id),
  )
  await foldNow(tx, business_id, [...cards.keys()], nowMs)
  const made = { business_id, keep_id: keep, merged_by: user_id, parts, filled, notes, tags }
  return { merge_id: await insertMerge(tx, made, nowMs), isNew: true }
}

const valuesOf = (filled: Filled, at: 0 | 1): Partial<MergedFields> =>
  Object.fromEntries(Object.entries(filled).map(([name, values]) => [name, values[at]]))

/**
 * Takes a merge back: what moved goes back, and what was filled is empty again unless somebody changed it since. What came
 * later stays with the kept card.
 * @returns the kept card's id, and whether anything was taken back now.
 */
export async function unmergeCards(tx: Tx, id: number, { business_id, nowMs }: Omit<Who, 'user_id'>) {
  await lockMerges(tx, business_id)
  const merge = await mergeById(tx, business_id, id)
  if (!merge) throw notFound(MERGE_SENTENCES.noMerge)
  const { keep_id, parts, filled, notes, tags } = merge
  if (merge.undone_at !== null) return { keep_id, isNew: false }
  if (merge.at <= nowMs - UNMERGE_DAYS * 86_400_000) throw new Refusal(409, MERGE_SENTENCES.late)
  const ids = [keep_id, ...parts.map(({ card }) => card)]
  const cards = await lockedCards(tx, business_id, ids, nowMs)
  const kept = cards.find((card) => card.id === keep_id)
  if (!kept || kept.is_forgotten || cards.some((card) => ids.includes(card.id) && card.is_forgotten))
    throw new Refusal(409, MERGE_SENTENCES.noMerge)
  if (kept.merged_into !== null || !merge.is_newest) throw new Refusal(409, MERGE_SENTENCES.newest)

  for (const part of parts.toReversed()) await moveBack(tx, business_id, part, keep_id)
  await setFields(tx, business_id, keep_id, valuesOf(stillFilled(kept, filled), 0))
  await removeNotes(tx, business_id, notes)
  await takeTags(tx, business_id, keep_id, tags)
  await foldNow(
    tx,
    business_id,
    cards.map((card) => card.id),
    nowMs,
  )
  await markUndone(tx, business_id, id, nowMs)
  return { keep_id, isNew: true }
}

/** What nobody changed since, of fields that are filled together all of them. */
function stillFilled(kept: MergingCard, filled: Filled): Filled {
  const still: Filled = {}
  for (const names of RESTORED) {
    const told = names.flatMap((name) => (filled[name] ? [[name, filled[name]] as const] : []))
    if (told.every(([name, [, after]]) => same(name, kept[name], after)))
      Object.assign(still, Object.fromEntries(told))
  }
  return still
}

/** Texts, or the same instant written differently. */
const same = (name: string, one: string | null, other: string | null) =>
  one === other ||
  (name.endsWith('_at') && one !== null && other !== null && Date.parse(one) === Date.parse(other))
