import { LIMITS } from '#domain/fields.ts'
import { useEffect, useId } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { adminApi } from './session.ts'
import { type ManageProps, useActionForm } from './use-action-form.ts'

/** Asks before a business's page is suspended or restored; the reason is logged. */
export function SuspendDialog({ business, onClose }: ManageProps) {
  const id = useId()
  const isSuspended = business.suspended_at !== null
  const name = isSuspended ? 'Reactivar negocio' : 'Suspender negocio'
  const { form, isSending, onSubmit } = useActionForm<{ reason: string }>({
    rule: () => ({}),
    send: ({ reason }) => {
      const request = { params: { id: business.id }, body: { reason: reason.trim() } }
      return isSuspended
        ? adminApi.post('/api/admin/businesses/:id/reactivate', request)
        : adminApi.post('/api/admin/businesses/:id/suspend', request)
    },
    success: isSuspended ? 'Negocio reactivado' : 'Negocio suspendido',
    onDone: onClose,
  })
  const { setFocus } = form
  useEffect(() => setFocus('reason'), [setFocus])

  return (
    <Dialog
      title={name}
      className="manage"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-2" disabled={isSending} onClick={onClose}>
            Cancelar
          </button>
          <button className={isSuspended ? 'btn' : 'btn btn-danger'} form={id} aria-disabled={isSending}>
            {isSending && <span className="spinner" />}
            {isSuspended ? 'Reactivar' : 'Suspender'}
          </button>
        </>
      }
    >
      <form id={id} className="manage-form" method="post" onSubmit={onSubmit}>
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
            <textarea {...described} {...form.register('reason')} className="input" maxLength={LIMITS.text} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
