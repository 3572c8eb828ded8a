/**
 * Work for an address that many wait for: one at a time, so that nobody's address fills the line, and shared by all who came before
 * it began: what they get is no older than their question.
 */
export function sharedTurns<Result>() {
  const awaited = new Map<string, Promise<Result>>()
  const begun = new Map<string, Promise<Result>>()

  return {
    /** What has not begun. */
    next: (address: string) => awaited.get(address),

    /** Begins when it is its turn in line, after what has begun for the same address. */
    take(
      address: string,
      inLine: (work: () => Promise<Result>) => Promise<Result>,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const before = begun.get(address)
      const mine: Promise<Result> = turn().finally(() => {
        for (const all of [awaited, begun]) if (all.get(address) === mine) all.delete(address)
      })
      awaited.set(address, mine)
      return mine

      async function turn() {
        await before?.catch(() => {})
        return inLine(() => {
          if (awaited.get(address) === mine) awaited.delete(address)
          begun.set(address, mine)
          return work()
        })
      }
    },
  }
}

/** The latest of many names, at most `most`, none longer than `longest` characters. */
export function latestNames({ most, longest }: { most: number; longest: number }) {
  const all = new Set<string>()
  return {
    has: (name: string) => all.has(name),
    delete: (name: string) => all.delete(name),
    add(name: string) {
      if (name.length > longest) return
      all.delete(name)
      all.add(name)
      if (all.size > most) all.delete(all.values().next().value!)
    },
  }
}
