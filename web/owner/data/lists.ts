/** The list with `item` in place of its older version, or at the end. */
export function withItem<T extends { id: number }>(list: T[], item: T): T[] {
  return list.some(({ id }) => id === item.id)
    ? list.map((other) => (other.id === item.id ? item : other))
    : [...list, item]
}

/** The list with one item changed. */
export const withChanges = <T extends { id: number }>(list: T[], id: number, changes: Partial<T>): T[] =>
  list.map((item) => (item.id === id ? { ...item, ...changes } : item))

export const withoutItem = <T extends { id: number }>(list: T[], id: number): T[] =>
  list.filter((item) => item.id !== id)
