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
