/** Stretches of time on one line, such as epoch minutes. */

/** [from, to). */
export type Stretch = readonly [from: number, to: number]

/** The same time in stretches that are ascending and apart. */
export function joined(stretches: Stretch[]): Stretch[] {
  const apart: Stretch[] = []
  for (const [from, to] of stretches.sort((a, b) => a[0] - b[0])) {
    const last = apart.at(-1)
    if (last && from <= last[1]) apart[apart.length - 1] = [last[0], Math.max(last[1], to)]
    else apart.push([from, to])
  }
  return apart
}

/** What two lists of ascending stretches have in common. */
export function common(some: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  const both: Stretch[] = []
  for (let i = 0, j = 0; i < some.length && j < others.length;) {
    const [one, other] = [some[i]!, others[j]!]
    const [from, to] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])]
    if (from < to) both.push([from, to])
    if (one[1] < other[1]) i++
    else j++
  }
  return both
}

/** How long they are together. */
export const total = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, [from, to]) => sum + to - from, 0)

/** Whether any of `apart`, which are ascending and apart, overlaps [from, to). */
export function overlapsAny(apart: readonly Stretch[], from: number, to: number): boolean {
  // The first that ends after `from`, by halves.
  let [low, high] = [0, apart.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (apart[middle]![1] > from) high = middle
    else low = middle + 1
  }
  return low < apart.length && apart[low]![0] < to
}
