import { useEffect } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { zap } from './icons.ts'
import './quick-button.css'

interface Props {
  onOpen: () => void
  onNear: () => void
}

/** Looks like a field and opens the quick entry; '/' opens it from anywhere in the agenda, and so does 'E'. */
export function QuickButton({ onOpen, onNear }: Props) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!['/', 'e', 'E'].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.isContentEditable || target.closest('input, textarea, select')) return
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      onOpen()
    }
    // Before the search, whose '/' it is on every other screen, and after `typedAhead`, which takes the letters that are typed
    // while a dialog is on its way.
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [onOpen])
  return (
    <button
      type="button"
      className="tb-ask qk-open"
      aria-haspopup="dialog"
      aria-keyshortcuts="/ E"
      onPointerEnter={onNear}
      onClick={onOpen}
    >
      <Icon d={zap} />
      <span>
        <span className="sr">Escribe la cita. </span>
        <span className="qk-hint">Ej.: Ana mañana 3pm corte con Luis</span>
      </span>
      <kbd aria-hidden="true">/</kbd>
    </button>
  )
}
