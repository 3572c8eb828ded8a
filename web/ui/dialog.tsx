import { type ReactNode, useEffect, useRef } from 'react'
import './dialog.css'
import { Icon } from './icon.tsx'
import { close } from './icons.ts'
import { Said } from './toast.tsx'
import { useBackCloses } from './back/use-back-closes.ts'

interface Props {
  title: string
  onClose: () => void
  footer?: ReactNode
  className?: string
  children: ReactNode
}

/** A modal dialog: centred on wide screens, a bottom sheet on narrow ones. Rendered only while it is open. Back closes it. */
export function Dialog({ title, onClose, footer, className = '', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useBackCloses(() => dialog.current?.close())
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
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
      onClose={(event) => event.target === dialog.current && onClose()}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="modal-in">
        <span className="grab" />
        <div className="modal-h">
          <h2>{title}</h2>
          <button type="button" className="x" aria-label="Cerrar" onClick={() => dialog.current?.close()}>
            <Icon d={close} />
          </button>
        </div>
        <div className="modal-b" tabIndex={0} role="group" aria-label={title}>
          {children}
        </div>
        {footer && <div className="modal-f">{footer}</div>}
        <Said />
      </div>
    </dialog>
  )
}
