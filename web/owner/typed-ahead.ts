const PATIENCE_MS = 5_000

/**
 * Keeps what is typed while the field that it is for is still on its way, so that no letter is lost and none is
 * taken for a shortcut. The returned function ends that, and answers with the text.
 */
export function typedAhead(): () => string {
  let text = ''
  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if ([...event.key].length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', press, true)
  const end = () => {
    clearTimeout(late)
    removeEventListener('keydown', press, true)
    return text
  }
  const late = setTimeout(end, PATIENCE_MS)
  return end
}
