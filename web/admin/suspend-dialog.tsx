import { LIMITS } from '#domain/fields.ts'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { type ManageProps, useDeed } from './use-deed.ts'

/** Asks before a business's page disappears, or comes back; the reason goes into the log. */
export function SuspendDialog({ business, onClose, onDone }: ManageProps) {
  const id = useId()
  const reason = useRef<HTMLTextAreaElement>(null)
  useEffect(() => reason.current?.focus(), [])
  const isSuspended = business.suspended_at !== null
  const { isBusy, send } = useDeed(onDone)
  const name = isSuspended ? 'Reactivar negocio' : 'Suspender negocio'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    const path = `/api/admin/businesses/${business.id}/${isSuspended ? 'reactivate' : 'suspend'}`
    void send(path, { reason }, isSuspended ? 'Negocio reactivado' : 'Negocio suspendido')
  }

  return (
    <Dialog
      title={name}
      className="manage"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-2" disabled={isBusy} onClick={onClose}>
            Cancelar
          </button>
          <button className={isSuspended ? 'btn' : 'btn btn-danger'} form={id} aria-disabled={isBusy}>
            {isBusy && <span className="spinner" />}
            {isSuspended ? 'Reactivar' : 'Suspender'}
          </button>
        </>
      }
    >
      <form id={id} className="manage-form" method="post" onSubmit={submit}>
        <p>
          {isSuspended ? (
            <>
              La página de <b>{business.business_name}</b> vuelve a verse y a recibir reservas.
            </>
          ) : (
            <>
              La página de <b>{business.business_name}</b> deja de verse y nadie puede reservar ni mover
              citas. No se envían recordatorios, y su dueño puede ver sus datos pero no cambiarlos. Sus datos
              y sus citas se quedan como están.
            </>
          )}
        </p>
        <Field id={`${id}-reason`} label="Motivo" hint="Queda en el registro de actividad.">
          {(described) => (
            <textarea {...described} className="input" name="reason" maxLength={LIMITS.text} ref={reason} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
