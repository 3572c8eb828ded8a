/** Whether this browser should still show the guide to the owner of a business. */
const PREFIX = 'enpunto.guia-vista.'

// 'Later' lasts until the page is reloaded.
const putOff = new Set<number>()

export function isGuideDue(businessId: number): boolean {
  if (putOff.has(businessId)) return false
  try {
    return localStorage.getItem(PREFIX + businessId) === null
  } catch {
    // Without storage, the guide would return on every visit.
    return false
  }
}

export const putOffGuide = (businessId: number) => void putOff.add(businessId)

/** Stops showing the guide automatically; the help button still opens it. */
export function dismissGuide(businessId: number) {
  putOffGuide(businessId)
  try {
    localStorage.setItem(PREFIX + businessId, '1')
  } catch {
    // Storage is denied: it stays hidden until the page is reloaded.
  }
}
