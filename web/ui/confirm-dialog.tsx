import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './confirm-dialog.css'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { alert } from './icons.ts'
import { info, warning } from './icons-panel.ts'

type Kind = 'warning' | 'danger' | 'info'

interface Props {
  /** What is at stake: attention, loss, or just a question. */
  type?: Kind
  title: string
  children: ReactNode
  confirmText?: string
  cancelText?: string
  /** While the confirmed thing is being done: the text of the button then, which cannot be pressed. */
  busy?: string | false
  onConfirm: () => void
  onCancel: () => void
}

const SIGN: Record<Kind, string> = { warning, danger: alert, info }

/** Asks before something is done. */
export function ConfirmDialog({
  type = 'warning',
  title,
  children,
  confirmText = 'Confirmar',
  cancelText = 'Cancelar',
  busy = false,
  onConfirm,
  onCancel,
}: Props) {
  return (
    <Dialog
      title={title}
      className={`confirm confirm-${type}`}
      onClose={onCancel}
      footer={
        <>
          <button type="button" className="btn btn-2" disabled={busy !== false} onClick={onCancel}>
            {cancelText}
          </button>
          <button
            type="button"
            className={type === 'danger' ? 'btn btn-danger' : 'btn'}
            // Not disabled: that would take the keyboard out of the window.
            aria-disabled={busy !== false}
            onClick={() => busy === false && onConfirm()}
          >
            {busy !== false && <span className="spinner" />}
            {busy || confirmText}
          </button>
        </>
      }
    >
      <div className="confirm-in">
        <span className="confirm-sign">
          <Icon d={SIGN[type]} />
        </span>
        <div>{children}</div>
      </div>
    </Dialog>
  )
}

interface PromptProps {
  title: string
  label: string
  initial?: string
  placeholder?: string
  maxLength?: number
  confirmText?: string
  cancelText?: string
  onConfirm: (text: string) => void
  onCancel: () => void
}

/** Asks for one text. */
export function PromptDialog({
  title,
  label,
  initial = '',
  placeholder,
  maxLength,
  confirmText = 'Aceptar',
  cancelText = 'Cancelar',
  onConfirm,
  onCancel,
}: PromptProps) {
  const [text, setText] = useState(initial)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // After the dialog has opened, which takes the focus to itself.
  useEffect(() => input.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    onConfirm(text)
  }

  return (
    <Dialog
      title={title}
      onClose={onCancel}
      footer={
        <>
          <button type="button" className="btn btn-2" onClick={onCancel}>
            {cancelText}
          </button>
          <button type="submit" form={id} className="btn">
            {confirmText}
          </button>
        </>
      }
    >
      <form id={id} className="field" onSubmit={submit}>
        <label className="label" htmlFor={`${id}-text`}>
          {label}
        </label>
        <input
          ref={input}
          id={`${id}-text`}
          className="input"
          autoComplete="off"
          value={text}
          placeholder={placeholder}
          maxLength={maxLength}
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </Dialog>
  )
}
