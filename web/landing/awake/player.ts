/** Plays the video in place of its poster. */
export function openInPlace(page: Document, signal: AbortSignal) {
  const poster = page.querySelector<HTMLAnchorElement>('.lp-poster')!
  const video = page.querySelector('video')!
  poster.addEventListener(
    'click',
    (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      poster.hidden = true
      video.inert = false
      video.focus({ preventScroll: true })
      // When autoplay is blocked, the controls are shown.
      video.play().catch(() => {})
    },
    { signal },
  )
}
