const EVERY_MS = 4000
const TRANSITION_MS = 500

/**
 * Shows the next picture every four seconds, and waits while somebody points at it, is in it by keyboard, looks at
 * another tab or at a picture in full, or has said stop. Who wants less motion starts with it stopped.
 */
export function startCarousel(carousel: HTMLElement, signal: AbortSignal) {
  const strip = carousel.querySelector('ul')!
  const slides = [...strip.children] as HTMLElement[]
  const pause = carousel.querySelector<HTMLButtonElement>('.car-pause')!
  const dots = [...carousel.querySelectorAll('.dot')]
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const name = carousel.getAttribute('aria-label')
  let isPaused = calm.matches
  let at = 0

  const show = (next: number) => {
    at = next
    dots.forEach((dot, i) => dot.setAttribute('aria-current', String(i === at)))
  }
  const tell = () => {
    carousel.classList.toggle('paused', isPaused)
    pause.setAttribute('aria-label', `${isPaused ? 'Mover' : 'Pausar'} las imágenes: ${name}`)
  }

  /** The strip is there at once; the pictures glide to where they already are, which costs no layout while it moves. */
  function go(next: number) {
    const from = strip.scrollLeft
    strip.scrollTo({ left: slides[next]!.offsetLeft - slides[0]!.offsetLeft, behavior: 'instant' })
    const way = strip.scrollLeft - from
    show(next)
    if (calm.matches || way === 0) return
    // What is in the slides: moved themselves, they would drag the places where the strip snaps along.
    for (const slide of slides)
      slide.firstElementChild!.animate([{ transform: `translateX(${way}px)` }, { transform: 'none' }], {
        duration: TRANSITION_MS,
        easing: 'cubic-bezier(.2,.8,.2,1)',
      })
  }

  let timer = 0
  // A finger leaves :hover behind, and a click leaves the focus: neither is a look.
  const hover = matchMedia('(hover: hover)')
  const isLookedAt = () =>
    (hover.matches && carousel.matches(':hover')) ||
    carousel.querySelector(':focus-visible') ||
    document.querySelector('dialog[open]')
  const turn = () => {
    if (!isPaused && !document.hidden && !isLookedAt()) go((at + 1) % slides.length)
  }
  // After a look, each picture has its four seconds again.
  const wind = () => {
    clearInterval(timer)
    if (!isPaused) timer = window.setInterval(turn, EVERY_MS)
  }
  signal.addEventListener('abort', () => clearInterval(timer))
  for (const event of ['pointerleave', 'focusout', 'touchend'])
    carousel.addEventListener(event, wind, { signal })
  document.addEventListener('visibilitychange', wind, { signal })

  pause.addEventListener(
    'click',
    () => {
      isPaused = !isPaused
      tell()
      wind()
    },
    { signal },
  )
  dots.forEach((dot, i) => dot.addEventListener('click', () => go(i), { signal }))
  strip.addEventListener(
    'scroll',
    () => {
      const seen = Math.round(strip.scrollLeft / strip.clientWidth)
      if (seen !== at && slides[seen]) show(seen)
    },
    { signal, passive: true },
  )
  tell()
  wind()
}
