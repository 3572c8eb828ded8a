import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { search } from '../../ui/icons-panel.ts'
import { LOST } from '../../ui/loading/again.ts'
import { part } from '../../ui/loading/part.tsx'
import { toast } from '../../ui/toast.tsx'
import { typedAhead } from '../typed-ahead.ts'
import './search-button.css'

const dialog = part(
  () => import('./search-dialog.tsx'),
  (file) => file.SearchDialog,
)

/** Looks like a field, and opens the search over every screen; '/' opens it from any screen that has no use of its own for that key, Ctrl + K from every one. */
export function SearchButton({ timezone }: { timezone: string }) {
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()
  useEffect(() => setOpen(false), [key])
  const typed = useRef((): string => '')
  const open = useCallback(() => {
    typed.current = typedAhead()
    return dialog.load().then(
      () => setOpen(true),
      () => {
        typed.current()
        toast.error(LOST)
      },
    )
  }, [])
  useKeys(open)
  return (
    <>
      <button
        type="button"
        className="tb-ask tb-search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onPointerEnter={dialog.prepare}
        onClick={open}
      >
        <Icon d={search} />
        <span>
          Buscar<span className="sr"> clientes y citas</span>
        </span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {isOpen && <dialog.Part timezone={timezone} typed={typed.current} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Calls `open` when somebody presses '/' outside of fields, or Ctrl + K, and no dialog is open. */
function useKeys(open: () => void) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const isCommand = event.ctrlKey || event.metaKey
      if (event.altKey || event.defaultPrevented || event.key.toLowerCase() !== (isCommand ? 'k' : '/'))
        return
      const target = event.target as HTMLElement
      const isWriting = target.isContentEditable || target.closest('input, textarea, select')
      if (isWriting && !isCommand) return
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [open])
}
