import { useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icons.ts'
import { useDwell } from '../use-dwell.ts'

const SHOWN_MS = 8_000
const LONG_MS = 12_000

interface Props {
  text: string
  isLong?: boolean | undefined
  onUndo: () => void
  onEnd: () => void
}

/** Says what changed and offers to undo it; stays while the pointer or the focus is on it. */
export function UndoToast({ text, isLong, onUndo, onEnd }: Props) {
  const undoing = useRef(onUndo)
  undoing.current = onUndo
  const box = useRef<HTMLDivElement>(null)
  useDwell(box, isLong ? LONG_MS : SHOWN_MS, onEnd)
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest?.('input, textarea, select')
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping) return
      event.preventDefault()
      undoing.current()
    }
    addEventListener('keydown', undo)
    return () => removeEventListener('keydown', undo)
  }, [])
  return (
    <div ref={box} className="undo toast toast-success">
      <span className="sign">
        <Icon d={check} />
      </span>
      <span>{text}</span>
      <button type="button" className="btn btn-sm btn-soft" onClick={onUndo}>
        Deshacer
      </button>
    </div>
  )
}
