/** Whether the owner of a business still wants to be welcomed, in this browser. */
const PREFIX = 'enpunto.guia-vista.'

// 'For now' ends when the page is opened anew.
const putOff = new Set<number>()

export function isGuideDue(businessId: number): boolean {
  if (putOff.has(businessId)) return false
  try {
    return localStorage.getItem(PREFIX + businessId) === null
  } catch {
    // Where nothing can be remembered, the guide would come back for ever.
    return false
  }
}

export const putOffGuide = (businessId: number) => void putOff.add(businessId)

/** Not shown by itself any more; the help button still opens it. */
export function dismissGuide(businessId: number) {
  putOffGuide(businessId)
  try {
    localStorage.setItem(PREFIX + businessId, '1')
  } catch {
    // It stays away until the page is opened anew.
  }
}
