import { useEffect } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { zap } from './icons.ts'
import './quick-button.css'

interface Props {
  onOpen: () => void
  onNear: () => void
}

/** Looks like a field and opens the quick entry; 'E' opens it from anywhere in the agenda. */
export function QuickButton({ onOpen, onNear }: Props) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'e' || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.isContentEditable || target.closest('input, textarea, select')) return
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      onOpen()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onOpen])
  return (
    <button
      type="button"
      className="qk-open"
      aria-haspopup="dialog"
      aria-keyshortcuts="E"
      onPointerEnter={onNear}
      onClick={onOpen}
    >
      <Icon d={zap} />
      <span>
        <span className="sr">Escribe la cita. </span>
        <span className="qk-hint">Ej.: Ana mañana 3pm corte con Luis</span>
      </span>
      <kbd aria-hidden="true">E</kbd>
    </button>
  )
}
