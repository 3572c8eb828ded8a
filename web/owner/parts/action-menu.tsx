import { useId, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { more } from '../../ui/icons-panel.ts'
import { hideOnLeave, togglePlainly } from '../popover.ts'
import './action-menu.css'

export interface Action {
  label: string
  icon: string
  onPress: () => void
  isDanger?: boolean
}

/** Three dots that open a menu of actions: beside them on wide screens, as a bottom sheet on phones. */
export function ActionMenu({
  label,
  actions,
  className = '',
}: {
  label: string
  actions: Action[]
  className?: string
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)

  const scrolling = useRef<AbortController>(null)

  function place({ newState }: { newState: string }) {
    scrolling.current?.abort()
    if (newState !== 'open') return
    const { bottom, right } = button.current!.getBoundingClientRect()
    box.current!.style.setProperty('--top', `${Math.min(bottom, innerHeight - 64 * actions.length)}px`)
    box.current!.style.setProperty('--right', `${document.documentElement.clientWidth - right}px`)
    // A page that is still settling under the finger does not close it.
    const from = scrollY
    scrolling.current = new AbortController()
    const { signal } = scrolling.current
    addEventListener('scroll', () => Math.abs(scrollY - from) > 8 && box.current?.hidePopover(), { signal })
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={`x acts-x ${className}`.trim()}
        popoverTarget={id}
        onClick={() => togglePlainly(box.current)}
        aria-label={label}
      >
        <Icon d={more} />
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        className="act-menu"
        role="group"
        aria-label={label}
        onBlur={hideOnLeave}
        onBeforeToggle={place}
        onToggle={({ newState }) => newState === 'open' && box.current!.querySelector('button')!.focus()}
      >
        {actions.map(({ label, icon, onPress, isDanger }) => (
          <button
            key={label}
            type="button"
            className={isDanger ? 'danger' : undefined}
            onClick={() => {
              box.current!.hidePopover?.()
              onPress()
            }}
          >
            <Icon d={icon} />
            {label}
          </button>
        ))}
      </div>
    </>
  )
}
