/** Closes the folded menu on Escape, when the focus leaves it, and after one of its links is followed. */
export function foldMenu(page: Document, signal: AbortSignal) {
  const menu = page.querySelector<HTMLDetailsElement>('.top-fold')
  if (!menu) return
  const fold = () => menu.removeAttribute('open')
  menu.querySelector('nav')!.addEventListener('click', fold, { signal })
  menu.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return
      fold()
      menu.querySelector('summary')!.focus()
    },
    { signal },
  )
  menu.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget && !menu.contains(relatedTarget as Node)) fold()
    },
    { signal },
  )
}
