/** Plays the video where its poster was. */
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
      // What keeps it from playing by itself shows its controls.
      video.play().catch(() => {})
    },
    { signal },
  )
}
