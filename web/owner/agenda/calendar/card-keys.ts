/**
 * The card that an arrow key leads to: the next or previous one of the day, or the nearest of an adjacent
 * day.
 */
export function cardBeside(grid: HTMLElement, card: HTMLElement, key: string): HTMLElement | undefined {
  const groups = [...grid.querySelectorAll('.cal-group')].map((group) => [
    ...group.querySelectorAll<HTMLElement>('.ev'),
  ])
  const at = groups.findIndex((cards) => cards.includes(card))
  const own = groups[at]!
  if (key === 'ArrowDown') return own[own.indexOf(card) + 1]
  if (key === 'ArrowUp') return own[own.indexOf(card) - 1]
  const others = key === 'ArrowRight' ? groups.slice(at + 1) : groups.slice(0, at).reverse()
  const day = others.find((cards) => cards.length > 0)
  const top = (one: HTMLElement) => one.getBoundingClientRect().top
  const from = top(card)
  return day?.toSorted((a, b) => Math.abs(top(a) - from) - Math.abs(top(b) - from))[0]
}

/** Focuses a card once it has been rendered in its place. */
export function focusCard(grid: HTMLElement | null, id: number, isBlock = false) {
  const card = isBlock ? `[data-block="${id}"]` : `.ev[data-id="${id}"]`
  requestAnimationFrame(() => grid?.querySelector<HTMLElement>(card)?.focus())
}

/** The same where the focus goes with a card that comes back: whoever waits for a refusal hears of it before the screen. */
export function refocusCard(grid: HTMLElement | null, id: number, frames = 20) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusCard(grid, id)
    else if (frames > 0) refocusCard(grid, id, frames - 1)
  })
}

const FOUND_MS = 1_600

/** Also scrolls it to the middle, and outlines it for a moment so that mouse users see it, too. */
export function showCard(grid: HTMLElement | null, id: number) {
  requestAnimationFrame(() => {
    const card = grid?.querySelector<HTMLElement>(`.ev[data-id="${id}"]`)
    if (!card) return
    card.scrollIntoView({ block: 'center', inline: 'center' })
    card.focus({ preventScroll: true })
    const sign = '0 0 0 3px #fff, 0 0 0 6px var(--punto)'
    card.animate([{ boxShadow: sign }, { boxShadow: sign, offset: 0.8 }, {}], FOUND_MS)
  })
}
