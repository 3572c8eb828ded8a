/** The folded menu closes by Escape, by leaving it, and after one of its links was followed. */
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
