import { type PointerEvent, useRef, useState } from 'react'

interface Drag {
  dragged: string
  order: string[]
}

/** Reorders tiles (`data-url`) by dragging. `onDone` receives the order on release. */
export function useDrag(items: string[], onDone: (order: string[]) => void) {
  const [state, setState] = useState<Drag>()
  const held = useRef<{ url: string; pointer: number; x: number; y: number }>(undefined)
  // The release may come before the last move has been rendered.
  const latest = useRef<Drag>(undefined)

  function show(next: Drag | undefined) {
    latest.current = next
    setState(next)
  }

  function grab(event: PointerEvent, url: string) {
    const target = event.target as Element
    const isByFinger = event.pointerType !== 'mouse'
    if (target.closest('button') || (isByFinger && !target.closest('.gallery-grip'))) return
    if (event.button !== 0 || items.length < 2) return
    held.current = { url, pointer: event.pointerId, x: event.clientX, y: event.clientY }
  }

  function drag(event: PointerEvent<HTMLElement>) {
    const from = held.current
    if (!from || event.pointerId !== from.pointer) return
    const shown = latest.current
    if (!shown && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 6) return
    if (!shown) event.currentTarget.setPointerCapture(event.pointerId)
    const order = shown?.order ?? items
    const over = urlAt(event)
    const to = over === undefined ? -1 : order.indexOf(over)
    const next = to === -1 ? order : order.filter((url) => url !== from.url).toSpliced(to, 0, from.url)
    show({ dragged: from.url, order: next })
  }

  function drop(event: PointerEvent) {
    if (!held.current || event.pointerId !== held.current.pointer) return
    const dropped = latest.current
    held.current = undefined
    show(undefined)
    const isChanged = dropped?.order.some((url, i) => url !== items[i])
    if (dropped && isChanged && event.type === 'pointerup') onDone(dropped.order)
  }

  return {
    dragged: state?.dragged,
    order: state?.order,
    grab,
    list: { onPointerMove: drag, onPointerUp: drop, onPointerCancel: drop },
  }
}

function urlAt({ clientX, clientY }: PointerEvent): string | undefined {
  const tile = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-url]')
  return tile?.dataset['url']
}
