import { OFFER_LIMITS, offerLimitErrors } from '#domain/business.ts'
import { decimal } from '#domain/numbers.ts'
import { useId, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { adminApi } from './session.ts'
import { type ManageProps, useActionForm } from './use-action-form.ts'

interface Limits {
  max_services: string
  max_professionals: string
  max_mails: string
}

/** How many services and professionals a business may have, and how many mails a day it writes to its clients. */
export function LimitsDialog({ business, onClose }: ManageProps) {
  const id = useId()
  // The list behind it is asked again meanwhile.
  const [opened] = useState(business)
  const { form, isSending, onSubmit, error } = useActionForm<Limits>({
    rule: offerLimitErrors,
    send: (values) =>
      adminApi.post('/api/admin/businesses/:id/limits', {
        params: { id: business.id },
        body: changedOf(values, opened),
      }),
    success: 'Límites actualizados',
    onDone: onClose,
  })
  const rows = [
    {
      name: 'max_services',
      label: 'Servicios',
      hint: hintOf(business.total_services, OFFER_LIMITS.services),
    },
    {
      name: 'max_professionals',
      label: 'Profesionales',
      hint: hintOf(business.total_professionals, OFFER_LIMITS.professionals),
    },
    {
      name: 'max_mails',
      label: 'Correos al día a sus clientes',
      hint: 'Vacío, lo usual: menos en sus primeros 14 días. Con un número, ese vale y lo que espera sale enseguida.',
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
        {rows.map(({ name, label, hint }) => (
          <Field key={name} id={`${id}-${name}`} label={label} error={error(name)} hint={hint}>
            {(described) => (
              <input
                {...described}
                {...form.register(name)}
                className="input num"
                defaultValue={String(opened[name] ?? '')}
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
              />
            )}
          </Field>
        ))}
      </form>
    </Dialog>
  )
}

/** What nobody touched is left out: another administrator may have changed it since. */
function changedOf(values: Limits, opened: ManageProps['business']) {
  const max_services = Number(values.max_services)
  const max_professionals = Number(values.max_professionals)
  const max_mails = values.max_mails.trim() === '' ? null : Number(values.max_mails)
  return {
    ...(max_services !== opened.max_services && { max_services }),
    ...(max_professionals !== opened.max_professionals && { max_professionals }),
    ...(max_mails !== opened.max_mails && { max_mails }),
  }
}

const hintOf = (has: number, { usual, most }: { usual: number; most: number }) =>
  `Tiene ${decimal(has)}. Lo usual es ${usual}; lo máximo, ${decimal(most)}.`
