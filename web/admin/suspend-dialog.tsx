import { LIMITS } from '#domain/fields.ts'
import { useEffect, useId } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import type { Business } from './queries.ts'
import { adminApi } from './session.ts'
import { isSuspended, type ManageProps, useActionForm } from './use-action-form.ts'

/** Asks before a business's page is suspended or restored; the reason is logged. */
export function SuspendDialog({ business, onClose }: ManageProps) {
  const id = useId()
  const isOff = isSuspended(business)
  const name = isOff ? 'Reactivar negocio' : 'Suspender negocio'
  const { form, isSending, onSubmit } = useActionForm<{ reason: string }>({
    rule: () => ({}),
    send: ({ reason }) => {
      const request = { params: { id: business.id }, body: { reason: reason.trim() } }
      return isOff
        ? adminApi.post('/api/admin/businesses/:id/reactivate', request)
        : adminApi.post('/api/admin/businesses/:id/suspend', request)
    },
    success: isOff ? 'Negocio reactivado' : 'Negocio suspendido',
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
          <button className={isOff ? 'btn' : 'btn btn-danger'} form={id} aria-disabled={isSending}>
            {isSending && <span className="spinner" />}
            {isOff ? 'Reactivar' : 'Suspender'}
          </button>
        </>
      }
    >
      <form id={id} className="manage-form" method="post" onSubmit={onSubmit}>
        <p>
          <What business={business} />
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

function What({ business }: { business: Business }) {
  const name = <b>{business.business_name}</b>
  if (business.erase_at)
    return (
      <>
        Su dueño está eliminando {name}, y su página no se ve. Si vuelve antes de que se borre,{' '}
        {isSuspended(business) ? 'su página vuelve a verse y a recibir reservas.' : 'quedará suspendido.'}
      </>
    )
  if (isSuspended(business)) return <>La página de {name} vuelve a verse y a recibir reservas.</>
  return <Suspension of={business.business_name} />
}

/** What a suspension does. */
export const Suspension = ({ of }: { of: string }) => (
  <>
    La página de <b>{of}</b> deja de verse y nadie puede reservar ni mover citas. No se envían recordatorios,
    y su dueño puede ver sus datos pero no cambiarlos. Sus datos y sus citas se quedan como están.
  </>
)
