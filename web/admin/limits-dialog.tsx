import { OFFER_LIMITS, offerLimitErrors } from '#domain/business.ts'
import { decimal } from '#domain/numbers.ts'
import { useId } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { adminApi } from './session.ts'
import { type ManageProps, useActionForm } from './use-action-form.ts'

interface Limits {
  max_services: string
  max_professionals: string
}

/** How many services and professionals a business may have. */
export function LimitsDialog({ business, onClose }: ManageProps) {
  const id = useId()
  const { form, isSending, onSubmit, error } = useActionForm<Limits>({
    rule: offerLimitErrors,
    send: ({ max_services, max_professionals }) =>
      adminApi.post('/api/admin/businesses/:id/limits', {
        params: { id: business.id },
        body: { max_services: Number(max_services), max_professionals: Number(max_professionals) },
      }),
    success: 'Límites actualizados',
    onDone: onClose,
  })
  const rows = [
    { name: 'max_services', label: 'Servicios', has: business.total_services, ...OFFER_LIMITS.services },
    {
      name: 'max_professionals',
      label: 'Profesionales',
      has: business.total_professionals,
      ...OFFER_LIMITS.professionals,
    },
  ] as const

  return (
    <Dialog
      title="Cambiar límites"
      className="manage"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-2" disabled={isSending} onClick={onClose}>
            Cancelar
          </button>
          <button className="btn" form={id} aria-disabled={isSending}>
            {isSending && <span className="spinner" />}
            Guardar
          </button>
        </>
      }
    >
      <form id={id} className="manage-form" method="post" noValidate onSubmit={onSubmit}>
        <p>
          Cuántos puede tener <b>{business.business_name}</b>. Lo que ya tiene se queda, aunque bajes el
          límite.
        </p>
        {rows.map(({ name, label, has, usual, most }) => (
          <Field
            key={name}
            id={`${id}-${name}`}
            label={label}
            error={error(name)}
            hint={`Tiene ${decimal(has)}. Lo usual es ${usual}; lo máximo, ${decimal(most)}.`}
          >
            {(described) => (
              <input
                {...described}
                {...form.register(name)}
                className="input num"
                defaultValue={String(business[name])}
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
              />
            )}
          </Field>
        ))}
      </form>
    </Dialog>
  )
}
