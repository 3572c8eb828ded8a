import { startCarousel } from './carousel.ts'
import { showCurrency } from './currency.ts'
import { foldMenu } from './menu.ts'
import { openInPlace } from './player.ts'
import { openZoom } from './zoom.ts'

/**
 * Adds behaviour to the landing page, whose content and links already work without it. Returns a function
 * that removes it.
 */
export function wake(page: Document): () => void {
  const end = new AbortController()
  const { signal } = end
  for (const carousel of page.querySelectorAll<HTMLElement>('.car')) startCarousel(carousel, signal)
  openZoom(page, signal)
  openInPlace(page, signal)
  foldMenu(page, signal)
  void showCurrency(page, signal)
  page.body.classList.add('awake')
  return () => end.abort()
}
