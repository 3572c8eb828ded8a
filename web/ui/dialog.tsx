import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import './dialog.css'
import { Icon } from './icon.tsx'
import { close } from './icons.ts'
import { Said } from './toast.tsx'
import { useBackCloses } from './back/use-back-closes.ts'

interface Props {
  title: string
  onClose: () => void
  footer?: ReactNode
  /** What else may be done about it, beside the title. */
  acts?: ReactNode
  className?: string
  children: ReactNode
}

/** Shows it. The page behind does not scroll: where its bar took room, as on Windows, it would move aside. */
export function openModal(dialog: HTMLDialogElement | null) {
  const { clientWidth, style } = document.documentElement
  if (!document.querySelector('dialog[open]'))
    style.setProperty('--scroll-bar', `${innerWidth - clientWidth}px`)
  dialog?.showModal()
}

/** A modal dialog: centred on wide screens, a bottom sheet on narrow ones. Rendered only while it is open. Back closes it. */
export function Dialog({ title, onClose, footer, acts, className = '', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isClosed = useRef(false)
  // The browser's own event comes some time after it has moved the focus back: a key pressed in between would
  // find the button below still waiting for this dialog.
  const told = () => {
    if (isClosed.current) return
    isClosed.current = true
    onClose()
  }
  const dismiss = () => {
    dialog.current?.close()
    told()
  }
  useBackCloses(dismiss)
  useEffect(() => {
    const opener = document.activeElement
    openModal(dialog.current)
    // Unless the browser itself closes it, the keyboard focus would end up at the top of the page.
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`modal ${className}`.trim()}
      aria-label={title}
      // React tells a dialog of the ones within it, too.
      onClose={(event) => event.target === dialog.current && told()}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        dismiss()
      }}
      // The second press of a double click, whose first one opened it, was not meant for what is around it.
      onClick={(event) => event.target === dialog.current && event.detail < 2 && dismiss()}
    >
      <div className="modal-in">
        <span className="grab" />
        <div className="modal-h">
          <h2>{title}</h2>
          {acts}
          <button type="button" className="x" aria-label="Cerrar" onClick={dismiss}>
            <Icon d={close} />
          </button>
        </div>
        <div className="modal-b" tabIndex={0} role="group" aria-label={title}>
          {children}
        </div>
        {footer && (
          <div className="modal-f" onClickCapture={onlyFirstPress}>
            {footer}
          </div>
        )}
        <Said />
      </div>
    </dialog>
  )
}

/**
 * Around buttons that give way to others once they are pressed: the second press of a double click would hit what has come in
 * their place, which nobody has read by then.
 */
export function onlyFirstPress(event: MouseEvent) {
  if (event.detail < 2) return
  event.stopPropagation()
  // Nor does it send the form that the button is of.
  event.preventDefault()
}
