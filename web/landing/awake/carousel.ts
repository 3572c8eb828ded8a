const EVERY_MS = 4000
const TRANSITION_MS = 500

/**
 * Advances every four seconds, and pauses while somebody points at the carousel, has the keyboard focus in
 * it, is in another tab, views a picture in full, or has pressed stop. With reduced motion it starts
 * stopped.
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

  const jump = (to: number) =>
    strip.scrollTo({ left: slides[to]!.offsetLeft - slides[0]!.offsetLeft, behavior: 'instant' })

  /**
   * The strip jumps to its position at once and the pictures are animated to follow, so that no layout
   * happens while it moves.
   */
  function go(next: number) {
    const from = strip.scrollLeft
    jump(next)
    const way = strip.scrollLeft - from
    show(next)
    if (calm.matches || way === 0) return
    // The content of the slides: moving the slides themselves would move the snap points of the strip.
    for (const slide of slides)
      slide.firstElementChild!.animate([{ transform: `translateX(${way}px)` }, { transform: 'none' }], {
        duration: TRANSITION_MS,
        easing: 'cubic-bezier(.2,.8,.2,1)',
      })
  }

  let timer = 0
  // A touch leaves :hover behind, and a click leaves the focus: neither means that somebody is looking.
  const hover = matchMedia('(hover: hover)')
  const isLookedAt = () =>
    (hover.matches && carousel.matches(':hover')) ||
    carousel.querySelector(':focus-visible') ||
    document.querySelector('dialog[open]')
  const turn = () => {
    if (!isPaused && !document.hidden && !isLookedAt()) go((at + 1) % slides.length)
  }
  // After a pause, each picture has its four seconds again.
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
  // The browser brings what has the focus into view where it is at that moment: a picture on its way, at its neighbour's place.
  strip.addEventListener(
    'focusin',
    ({ target }) => {
      const focused = slides.findIndex((slide) => slide.contains(target as Node))
      for (const slide of slides)
        for (const moving of slide.firstElementChild!.getAnimations()) moving.finish()
      if (focused < 0) return
      jump(focused)
      show(focused)
    },
    { signal },
  )
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
