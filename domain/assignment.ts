/** Who gets an appointment of a client without preference. The rules in words: docs/rules.md. */

/** How one of the free professionals is chosen. */
export const ASSIGNMENTS = ['fair', 'first', 'random'] as const
export type Assignment = (typeof ASSIGNMENTS)[number]

export const ASSIGNMENT_TEXT: Record<Assignment, string> = {
  fair: 'Justo',
  first: 'Primero disponible',
  random: 'Al azar',
}

/** Ten times as many as a colleague, at most. */
export const WEIGHT_MAX = 10

/** A professional who is free at the start. */
export interface Candidate {
  id: number
  /** Their share beside the others'; at 0 the system never chooses them. */
  weight: number
  /** Booked in the week, from its beginning or from their joining on. */
  minutes: number
  /** When they joined, and when the system chose them last; epoch milliseconds. */
  joinedMs: number
  assignedMs: number | null
}

interface Turn {
  assignment: Assignment
  /** The appointment's ISO week, [from, to) in epoch milliseconds. */
  week: readonly [from: number, to: number]
  /** The name of the request: whoever sends it again meets the same order. */
  key: string
}

/**
 * The candidates in the order in which they are tried. 'fair': who has the least to do that week, beside their weight and
 * the part of the week in which they were there; then whoever was chosen longest ago; then by chance. 'first': as the
 * booking page lists them. 'random': by chance, in proportion to their weights.
 */
export function inTurn<One extends Candidate>(candidates: readonly One[], turn: Turn): One[] {
  const { assignment, week, key } = turn
  const ranked = candidates
    .filter(({ weight }) => weight > 0)
    .map((one) => ({ one, load: loadOf(one, week), chance: chanceOf(key, one.id) }))
  ranked.sort((a, b) => {
    if (assignment === 'first') return a.one.id - b.one.id
    if (assignment === 'random') return lot(a) - lot(b) || a.one.id - b.one.id
    const since = (a.one.assignedMs ?? -Infinity) - (b.one.assignedMs ?? -Infinity)
    return a.load - b.load || since || a.chance - b.chance || a.one.id - b.one.id
  })
  return ranked.map(({ one }) => one)
}

/** The minutes of a whole week for each unit of weight: who came in its middle has had half a week for theirs. */
function loadOf({ minutes, weight, joinedMs }: Candidate, [from, to]: Turn['week']): number {
  const there = to - Math.max(from, joinedMs)
  const share = there > 0 ? (to - from) / there : 1
  return (minutes * share) / weight
}

/** The smallest of exponentially distributed lots is drawn in proportion to the weights. */
const lot = ({ one, chance }: { one: Candidate; chance: number }) => -Math.log(chance) / one.weight

/** A number in (0, 1) that looks random, and is the same for the same text and professional. FNV-1a, then mixed. */
function chanceOf(key: string, id: number): number {
  let hash = 0x811c9dc5
  for (const char of `${id} ${key} ${id}`) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32
}
