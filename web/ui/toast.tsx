import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { alert, check } from './icons.ts'

export interface Toast {
  id: number
  kind: 'blank' | 'success' | 'error' | 'loading'
  text: string
  /** Leaving: invisible, removed after REMOVAL_DELAY_MS. */
  leaving?: true
}

interface Options {
  duration?: number
}

/** How long the public pages, the portal and the administrator's screens show a toast. */
export const FOUR_SECONDS: Options = { duration: 4000 }

const MOST_KEPT = 20
const REMOVAL_DELAY_MS = 1000
const DURATION_MS = { blank: 4000, error: 4000, success: 2000, loading: Infinity }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function toast(text: string, options?: Options): number {
  return add('blank', text, options)
}
toast.success = (text: string, options?: Options) => add('success', text, options)
toast.error = (text: string, options?: Options) => add('error', text, options)
toast.loading = (text: string, options?: Options) => add('loading', text, options)
toast.dismiss = dismiss
toast.isShown = (id: number): boolean => toasts.some((t) => t.id === id && !t.leaving)

function add(kind: Toast['kind'], text: string, { duration = DURATION_MS[kind] }: Options = {}): number {
  const id = ++lastId
  change([{ id, kind, text }, ...toasts].slice(0, MOST_KEPT))
  if (duration !== Infinity) setTimeout(() => dismiss(id), duration)
  return id
}

function dismiss(id: number) {
  change(toasts.map((t) => (t.id === id ? { ...t, leaving: true } : t)))
  setTimeout(() => change(toasts.filter((t) => t.id !== id)), REMOVAL_DELAY_MS)
}

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

const NONE: readonly Toast[] = []
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const useToasts = () =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )

/** A copy inside a modal dialog, since screen readers cannot reach anything outside of it. */
export function Said() {
  const newest = useToasts()[0]
  const [before] = useState(newest?.id)
  return (
    <p className="sr" role="status">
      {newest && newest.id !== before && newest.text}
    </p>
  )
}

/** The place of toasts: top right, above everything, including open dialogs. Once per page. */
export function Toaster() {
  const shown = useToasts()
  const box = useRef<HTMLDivElement>(null)
  const newest = shown[0]?.id
  useEffect(() => {
    // A popover joins the top layer; reopening it puts it above a dialog opened since.
    if (newest === undefined || !box.current?.showPopover) return
    box.current.hidePopover()
    box.current.showPopover()
  }, [newest])
  return (
    <div ref={box} className="toasts" popover="manual" role="status" aria-live="polite">
      {shown.map(({ id, kind, text, leaving }) => (
        <div key={id} className={`toast toast-${kind}${leaving ? ' leaving' : ''}`}>
          {kind === 'loading' && <span className="spinner" />}
          {kind === 'success' && <Sign d={check} />}
          {kind === 'error' && <Sign d={alert} />}
          {text}
        </div>
      ))}
    </div>
  )
}

const Sign = ({ d }: { d: string }) => (
  <span className="sign">
    <Icon d={d} />
  </span>
)
