/** The card that an arrow key leads to: the next or previous of the day, or the nearest of the day beside it. */
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

/** Puts the focus on a card, as soon as it is where it belongs. */
export function focusCard(grid: HTMLElement | null, id: number) {
  requestAnimationFrame(() => grid?.querySelector<HTMLElement>(`.ev[data-id="${id}"]`)?.focus())
}
