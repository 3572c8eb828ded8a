/**
 * Values stored for this tab, so that a reload loses nothing; with `isKept`, in this browser. Does nothing where the
 * browser denies storage.
 */
export function stored<T>(name: string, business: number, { isKept = false } = {}) {
  const key = `enpunto.${name}.${business}`
  const storage = () => (isKept ? localStorage : sessionStorage)
  return {
    get(): T | undefined {
      try {
        return JSON.parse(storage().getItem(key) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    set(value: T) {
      try {
        storage().setItem(key, JSON.stringify(value))
      } catch {
        // Storage is full or denied.
      }
    },
    clear() {
      try {
        storage().removeItem(key)
      } catch {
        // Storage is denied.
      }
    },
  }
}
