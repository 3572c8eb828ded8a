/** What is made for a key when it is first used, and kept for as long as somebody uses it. */
export function whileUsed<Key, Kept>(make: () => Kept) {
  const all = new Map<Key, { kept: Kept; users: number }>()
  return async <T>(key: Key, work: (kept: Kept) => Promise<T>): Promise<T> => {
    const one = all.getOrInsertComputed(key, () => ({ kept: make(), users: 0 }))
    one.users++
    try {
      return await work(one.kept)
    } finally {
      if (--one.users === 0) all.delete(key)
    }
  }
}
