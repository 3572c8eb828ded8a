/** Those that share a key together, in the order in which the keys come. Telephones in use do not know `Map.groupBy` yet. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[][] {
  const groups = new Map<unknown, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}
