/** Checks beyond those of axe. Each function runs in the page, on its own. */

export function structure(): string[] {
  const found: string[] = []
  const say = (isWrong: boolean, text: string) => void (isWrong && found.push(text))
  const all = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())
  say(document.documentElement.lang !== 'es-CO', `lang ${document.documentElement.lang}`)
  say(
    document.documentElement.scrollWidth > document.documentElement.clientWidth,
    `scrolls to ${document.documentElement.scrollWidth} px`,
  )
  say(all('h1').length !== 1, `${all('h1').length} h1`)
  say(all('main').length !== 1, `${all('main').length} main`)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  for (const id of ids.filter((id, i) => ids.indexOf(id) !== i)) found.push(`id ${id} twice`)
  const skip = document.querySelector<HTMLAnchorElement>('a.skip')
  say(all('nav').length > 0 && !skip, 'navigation without a way past it')
  say(Boolean(skip && !document.querySelector(skip.hash)), 'a way past it that leads nowhere')
  return found
}

/** Controls smaller than `least` px; links within a sentence may be as small as its text. */
export function smallTargets(least: number): string[] {
  const found: string[] = []
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  for (const one of document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary',
  )) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('[inert], .skip')) continue
    // Nothing beneath a modal dialog can be touched.
    if (modal && !modal.contains(one)) continue
    // A hidden or small input is touched by its label.
    const label = one.matches('input') ? one.closest('label') : null
    const { width, height, bottom } = (label ?? one).getBoundingClientRect()
    if (width <= 1 || height <= 1 || bottom < 0 || (one.matches('.sr') && !label)) continue
    // The map's attribution may be small.
    if (one.matches('.credit') && height >= 24) continue
    if (one.closest('.leaflet-control-attribution')) continue
    if (getComputedStyle(one).display === 'inline' && one.closest('p, li, label, span, small, pre, td'))
      continue
    // Narrow controls need only 24 px of width; half a pixel is rounding.
    if (height < least - 0.5 || width < Math.min(least, 24) - 0.5)
      found.push(
        `${Math.round(width)} × ${Math.round(height)} px: ${one.tagName.toLowerCase()}.${one.className} ${(one.textContent || one.getAttribute('aria-label') || (one as HTMLInputElement).name).trim().slice(0, 30)}`,
      )
  }
  return found
}

export function spaced(): string[] {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
      'p { margin-bottom: 2em !important }',
  )
  const found: string[] = []
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
    found.push(`200 %: scrolls to ${document.documentElement.scrollWidth} px`)
  document.adoptedStyleSheets = [sheet]
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
    found.push(`spaced: scrolls to ${document.documentElement.scrollWidth} px`)
  for (const one of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(one)
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim())
    if (!hasText || !one.checkVisibility() || one.closest('.sr, .skip, .ev, .day')) continue
    if (one.clientWidth <= 1 || style.webkitLineClamp !== 'none') continue
    const isCut = /hidden|clip/.test(style.overflowY) && one.scrollHeight > one.clientHeight + 4
    if (isCut && style.textOverflow !== 'ellipsis')
      found.push(
        `cut off: ${one.tagName.toLowerCase()}.${one.className} ${one.textContent!.trim().slice(0, 30)}`,
      )
  }
  document.adoptedStyleSheets = []
  return found
}

/** Controls whose focus cannot be seen, or that something covers. */
export function focusFaults(): string[] {
  const found: string[] = []
  const look = (one: Element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
      getComputedStyle(one)
    const outline =
      outlineStyle === 'none' || outlineColor === 'rgba(0, 0, 0, 0)' ? '' : outlineWidth + outlineColor
    return [
      outline,
      matchMedia('(forced-colors: active)').matches ? '' : boxShadow + borderColor + backgroundColor,
    ].join()
  }
  const around = (one: Element) =>
    [one, one.parentElement!, one.closest('label'), one.nextElementSibling].filter((one) => one !== null)
  for (const one of document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('[inert], .leaflet-container'))
      continue
    if (one.tabIndex < 0 || ('disabled' in one && one.disabled)) continue
    ;(document.activeElement as HTMLElement | null)?.blur()
    const before = around(one).map(look)
    one.focus({ focusVisible: true } as FocusOptions)
    if (document.activeElement !== one) continue
    const name = `${one.tagName.toLowerCase()}.${one.className} ${(one.textContent || one.getAttribute('aria-label') || one.getAttribute('name') || '').trim().slice(0, 30)}`
    if (around(one).map(look).join() === before.join()) found.push(`no focus to be seen: ${name}`)
    const seen = one.closest('label') ?? one
    // A carousel scrolls to the focused element only later. Scrolls to the edge, where something sticky may
    // cover it.
    seen.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'start' })
    const { left, right, top, bottom } = seen.getBoundingClientRect()
    const points = [0.5, 0.2, 0.8].flatMap((x) =>
      [0.5, 0.2, 0.8].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
    )
    const isFree = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit && (seen.contains(hit) || hit.contains(seen) || hit.closest('label') === seen)
    })
    if (right - left > 2 && !isFree) found.push(`covered: ${name}`)
  }
  return found
}

/** Faults of the open modal dialog: it lacks the focus, or is wider than the screen. */
export function windowFaults(): string[] {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  if (!modal) return []
  const found: string[] = []
  const name = modal.getAttribute('aria-label')
  if (!modal.contains(document.activeElement)) found.push(`the focus is not in ${name}`)
  const body = modal.querySelector('.modal-b') ?? modal
  if (body.scrollWidth > body.clientWidth) found.push(`${name} scrolls sideways to ${body.scrollWidth} px`)
  return found
}

/** What makes the page, or its open dialog, scroll sideways, and text that its box cuts off. */
export function tooWide(): string[] {
  const found: string[] = []
  const root = document.documentElement
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const name = (one: Element) =>
    `${one.tagName.toLowerCase()}.${one.className} ${one.textContent!.trim().slice(0, 30)}`
  const isScrolled = (one: Element) => {
    for (let up = one.parentElement; up && up !== root; up = up.parentElement)
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return true
    return false
  }
  if (root.scrollWidth > root.clientWidth) {
    const rightOf = (one: Element) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return Math.max(one.getBoundingClientRect().right, range.getBoundingClientRect().right)
    }
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => rightOf(one) > root.clientWidth + 1 && !isScrolled(one),
    )
    found.push(`scrolls to ${root.scrollWidth} px: ${wide.slice(-3).map(name).join(' | ')}`)
  }
  const body = modal?.querySelector('.modal-b') ?? modal
  if (body && body.scrollWidth > body.clientWidth + 1)
    found.push(`the dialog scrolls to ${body.scrollWidth} of ${body.clientWidth} px`)
  for (const one of (modal ?? document.body).querySelectorAll<HTMLElement>('*')) {
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim())
    if (
      !hasText ||
      !one.checkVisibility() ||
      one.closest('.sr, .skip, .ev, [inert], [aria-hidden=true], .lp-trades, .tb-logo')
    )
      continue
    const style = getComputedStyle(one)
    if (one.clientWidth <= 1 || style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis')
      continue
    const isButton = one.matches('button, .btn, .tag, .chip')
    const isCut = one.scrollWidth > one.clientWidth + 2 && (isButton || /hidden|clip/.test(style.overflowX))
    if (isCut) found.push(`cut off: ${name(one)}`)
  }
  // A date or a time to choose is a box with its words in it.
  for (const box of (modal ?? document.body).querySelectorAll<HTMLElement>(
    'label:is(.day, .slot, .move-day, .move-slot)',
  )) {
    if (!box.checkVisibility()) continue
    const range = document.createRange()
    const outer = box.getBoundingClientRect()
    for (const part of box.childNodes) {
      if (part instanceof HTMLElement && part.matches('.sr')) continue
      range.selectNodeContents(part)
      const { left, right, top, bottom, width } = range.getBoundingClientRect()
      const isOut =
        left < outer.left - 1 || right > outer.right + 1 || top < outer.top - 1 || bottom > outer.bottom + 1
      if (width > 0 && isOut) found.push(`out of its box: ${name(box)}`)
    }
  }
  return [...new Set(found)]
}

/** Fields in which the chosen option or the placeholder is cut off; what is typed may be of any length. */
export function cutFields(): string[] {
  const canvas = document.createElement('canvas').getContext('2d')!
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
  return fields.flatMap((field) => {
    const text =
      field instanceof HTMLSelectElement
        ? field.selectedOptions[0]?.text
        : field.value === '' && field.placeholder
    if (!text || !field.checkVisibility() || field.clientWidth <= 1) return []
    const { fontWeight, fontSize, fontFamily, letterSpacing, paddingLeft, paddingRight } =
      getComputedStyle(field)
    // The shorthand is empty where figures are of one width.
    Object.assign(canvas, { font: `${fontWeight} ${fontSize} ${fontFamily}`, letterSpacing })
    // A search keeps room for the button that empties it.
    const button = field.type === 'search' ? parseFloat(fontSize) * 1.25 : 0
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - button
    const { width } = canvas.measureText(text)
    return width > room + 1 ? [`${Math.round(width)} px in ${Math.round(room)}: ${text}`] : []
  })
}
