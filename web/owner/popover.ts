import type { FocusEvent } from 'react'

/**
 * Browsers that know no popovers (iOS before 17, Chrome before 114) show a menu by an attribute (panel.css), from the press of
 * its button until the next one.
 */
export function togglePlainly(box: HTMLElement | null) {
  if (!box || 'popover' in HTMLElement.prototype || !box.toggleAttribute('data-open')) return
  const close = () => box.removeAttribute('data-open')
  // The press that opens it is still on its way up.
  setTimeout(() => addEventListener('click', close, { once: true }))
}

/** Closes a menu that the keyboard leaves: it would lie over what has the focus next. Its own button closes it by itself. */
export function hideOnLeave({ currentTarget: box, relatedTarget: next }: FocusEvent<HTMLElement>) {
  if (!(next instanceof Element) || box.contains(next) || next.getAttribute('popovertarget') === box.id)
    return
  box.hidePopover?.()
}
