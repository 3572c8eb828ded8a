/** Things kept for this tab, so that a reload loses nothing. Quietly nothing where the browser forbids it. */
export function stored<T>(name: string, business: number) {
  const key = `enpunto.${name}.${business}`
  return {
    get(): T | undefined {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    set(value: T) {
      try {
        sessionStorage.setItem(key, JSON.stringify(value))
      } catch {
        // Full, or forbidden.
      }
    },
    clear() {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // Forbidden.
      }
    },
  }
}
