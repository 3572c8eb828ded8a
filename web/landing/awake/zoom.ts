/** Opens the pictures of a carousel in full on a tap; without this, the link opens the picture alone. */
export function openZoom(page: Document, signal: AbortSignal) {
  const dialog = page.querySelector<HTMLDialogElement>('.zoom')!
  const part = <E extends Element = HTMLElement>(name: string) => dialog.querySelector<E>(name)!
  const [place, caption, dots] = [part('.zoom-picture'), part('figcaption'), part('.zoom-dots')]
  let links: HTMLAnchorElement[] = []
  let at = 0

  function show(next: number) {
    at = (next + links.length) % links.length
    const picture = links[at]!.querySelector('picture')!.cloneNode(true) as HTMLElement
    for (const one of picture.querySelectorAll('[sizes]')) one.setAttribute('sizes', '100vw')
    const image = picture.querySelector('img')!
    image.loading = 'eager'
    place.replaceChildren(picture)
    caption.textContent = `${at + 1} de ${links.length}. ${image.alt}`
    ;[...dots.children].forEach((dot, i) => dot.setAttribute('aria-current', String(i === at)))
  }

  function open(link: HTMLAnchorElement) {
    const carousel = link.closest('.car')!
    links = [...carousel.querySelectorAll('a')]
    dots.replaceChildren(
      ...links.map((_, i) => {
        const dot = page.createElement('button')
        dot.type = 'button'
        dot.className = 'dot'
        dot.setAttribute('aria-label', `Imagen ${i + 1} de ${links.length}`)
        dot.addEventListener('click', () => show(i))
        return dot
      }),
    )
    dialog.setAttribute('aria-label', `Imágenes: ${carousel.getAttribute('aria-label')}`)
    show(links.indexOf(link))
    dialog.showModal()
  }

  page.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('.car a')
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      open(link)
    },
    { signal },
  )
  const does = (name: string, act: () => void) => part(name).addEventListener('click', act, { signal })
  does('.zoom-close', () => dialog.close())
  does('.zoom-previous', () => show(at - 1))
  does('.zoom-next', () => show(at + 1))
  dialog.addEventListener(
    'click',
    ({ target }) => {
      // A click beside the picture.
      if (target === dialog || target === place || target === place.parentElement) dialog.close()
    },
    { signal },
  )
  dialog.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'ArrowLeft') show(at - 1)
      if (key === 'ArrowRight') show(at + 1)
    },
    { signal },
  )
  signal.addEventListener('abort', () => dialog.close())
}
