/** The fields of `now` that differ from `before`, which are all that is sent. Values are compared by ===. */
export function changesOf<Body extends object>(before: Body, now: Body): Partial<Body> {
  const isChanged = ([name, value]: [string, unknown]) => value !== before[name as keyof Body]
  return Object.fromEntries(Object.entries(now).filter(isChanged)) as Partial<Body>
}
