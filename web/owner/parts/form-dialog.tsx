import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { isIn } from '../../account/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { openModal } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { close } from '../../ui/icons.ts'
import { Said, toast } from '../../ui/toast.tsx'
import { useBackCloses } from '../../ui/back/use-back-closes.ts'
import './form-dialog.css'
import { wasKept } from '../draft/use-draft.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface Props {
  title: string
  /** A line below the title. */
  note?: string
  picture?: ReactNode
  className?: string
  /** Whether closing would lose input. */
  isDirty: boolean
  submitText: string
  /** The button's text while the form is being stored. */
  busy: string | false
  /** False while something is missing: the button then looks disabled, and pressing it calls `onMissing`. */
  canSubmit?: boolean
  onMissing?: () => void
  /** What it leads to cannot simply be taken back. */
  isDanger?: boolean
  /** An error that belongs to no field. */
  problem?: ReactNode
  /** A further action, opposite the buttons. */
  extra?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog that asks before closing discards input. */
export function FormDialog(props: Props) {
  const {
    title,
    note,
    picture,
    className = '',
    isDirty,
    submitText,
    busy,
    canSubmit = true,
    isDanger = false,
    problem,
    extra,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  const [isAsking, setAsking] = useState(false)
  useFocusReturn()
  useEffect(() => openModal(dialog.current), [])
  useLossSaid(isDirty)
  const blocker = useBlocker(isDirty || busy !== false)
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])

  /** Answers true when it stays open: to ask first, or until what is being stored is stored. */
  function leave(): boolean {
    if (isDirty && !busy) setAsking(true)
    if (isDirty || busy) return true
    props.onClose()
    return false
  }
  useBackCloses(leave)

  /** Browsers close a dialog on the second Escape, whatever the page does. */
  function closed() {
    if (!isDirty && !busy) return props.onClose()
    openModal(dialog.current)
    leave()
  }

  const isSubmitted = useRef(false)
  const [, setTries] = useState(0)
  // A refusal that no request was made for stands at its fields one or two drawings later.
  useEffect(() => {
    const wrong =
      isSubmitted.current && !busy && dialog.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!wrong) return
    isSubmitted.current = false
    if (!document.activeElement?.matches('[aria-invalid=true]')) wrong.focus()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    isSubmitted.current = true
    setTries((tries) => tries + 1)
    if (canSubmit) props.onSubmit()
    else props.onMissing?.()
  }

  return (
    <>
      <dialog
        ref={dialog}
        className={`modal form-dialog ${className}`.trim()}
        aria-label={title}
        onCancel={(event) => {
          // The cancel event of a file chooser bubbles up to here, too.
          if (event.target !== dialog.current) return
          event.preventDefault()
          leave()
        }}
        // React tells a dialog of the ones within it, too.
        onClose={(event) => event.target === dialog.current && closed()}
        onPointerDown={({ target }) => (pressed.current = target)}
        // The second press of a double click, whose first one opened it, was not meant for what is around it.
        onClick={({ target, detail }: MouseEvent) =>
          target === dialog.current && pressed.current === target && detail < 2 && leave()
        }
      >
        <form
          className="modal-in"
          noValidate
          onSubmit={submit}
          onInput={() => (isSubmitted.current = false)}
          aria-busy={busy !== false}
        >
          <span className="grab" />
          <div className="modal-h">
            {picture}
            <h2>
              {title}
              {note && <small className="trunc">{note}</small>}
            </h2>
            <button type="button" className="x" aria-label="Cerrar" onClick={leave}>
              <Icon d={close} />
            </button>
          </div>
          <div className="modal-b" tabIndex={0} role="group" aria-label={title}>
            {props.children}
          </div>
          {problem && (
            <p className="form-problem" role="alert">
              {problem}
            </p>
          )}
          <Said />
          <div className="modal-f">
            {extra}
            <button type="button" className="btn btn-2" disabled={busy !== false} onClick={leave}>
              Cancelar
            </button>
            <button
              className={isDanger ? 'btn btn-danger' : 'btn'}
              aria-disabled={!canSubmit || busy !== false}
            >
              {busy && <span className="spinner" />}
              {busy || submitText}
            </button>
          </div>
        </form>
      </dialog>
      {(isAsking || (blocker.state === 'blocked' && !busy)) && (
        <Discard
          onConfirm={() => (blocker.state === 'blocked' ? blocker.proceed() : props.onClose())}
          onCancel={() => {
            setAsking(false)
            blocker.reset?.()
          }}
        />
      )}
    </>
  )
}

/** Says what becomes of the input when the end of the session closes the dialog. */
function useLossSaid(isDirty: boolean) {
  const latest = useRef(isDirty)
  latest.current = isDirty
  useEffect(
    () => () => {
      if (!latest.current || isIn()) return
      // The form around it has been kept by now.
      if (wasKept()) toast('Lo que escribiste te espera: entra y sigue donde ibas.', { duration: 8_000 })
      else toast.error('Lo que escribiste no se guardó.', { duration: 8_000 })
    },
    [],
  )
}

function Discard(props: { onConfirm: () => void; onCancel: () => void }) {
  useFocusReturn()
  return (
    <ConfirmDialog
      title="Cambios sin guardar"
      confirmText="Descartar"
      cancelText="Seguir editando"
      {...props}
    >
      Si cierras ahora, se pierde lo que escribiste.
    </ConfirmDialog>
  )
}
