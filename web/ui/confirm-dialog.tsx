import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './confirm-dialog.css'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { alert } from './icons.ts'
import { info, warning } from './icons-panel.ts'

type Kind = 'warning' | 'danger' | 'info'

interface Props {
  /** The tone of the question: attention, loss, or neutral. */
  type?: Kind
  title: string
  children: ReactNode
  confirmText?: string
  cancelText?: string
  /** The button's text while the confirmed action runs; the button is then inactive. */
  busy?: string | false
  onConfirm: () => void
  onCancel: () => void
}

const SIGN: Record<Kind, string> = { warning, danger: alert, info }

/** Asks for confirmation before an action. */
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
            // Not `disabled`, which would move the keyboard focus out of the dialog.
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
  /** What it leads to cannot be taken back. */
  isDanger?: boolean
  onConfirm: (text: string) => void
  onCancel: () => void
}

/** Asks for a single text. */
export function PromptDialog({
  title,
  label,
  initial = '',
  placeholder,
  maxLength,
  confirmText = 'Aceptar',
  cancelText = 'Cancelar',
  isDanger = false,
  onConfirm,
  onCancel,
}: PromptProps) {
  const [text, setText] = useState(initial)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Runs after the dialog has opened, because opening it takes the focus.
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
          <button type="submit" form={id} className={isDanger ? 'btn btn-danger' : 'btn'}>
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
