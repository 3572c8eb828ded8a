/** Addresses of pictures: absolute ones unchanged, others on our own server. */
export function imageUrl(url: string): string
export function imageUrl(url: string | null | undefined): string | null
export function imageUrl(url: string | null | undefined): string | null {
  if (!url) return null
  return /^(https?:)?\//i.test(url) ? url : `/${url}`
}

/** The gallery's pictures from its JSON text, at most six. */
export function galleryOf(json: string | null): string[] {
  try {
    const list: unknown = JSON.parse(json ?? '[]')
    if (!Array.isArray(list)) return []
    return list
      .filter((url): url is string => typeof url === 'string' && url !== '')
      .map((url) => imageUrl(url))
      .slice(0, 6)
  } catch {
    return []
  }
}
