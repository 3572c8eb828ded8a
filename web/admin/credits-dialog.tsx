import { decimal } from '#domain/numbers.ts'
import { CREDIT_PACKAGE, packageErrors } from '#domain/credits.ts'
import { LIMITS } from '#domain/fields.ts'
import { money } from '#domain/money.ts'
import { useId } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { adminApi } from './session.ts'
import { type ManageProps, useActionForm } from './use-action-form.ts'

const MOST = 100

interface Grant {
  packages: string
  reference: string
}

/**
 * Grants packages that were paid for. The server knows the payment's reference, so none is credited twice.
 */
export function CreditsDialog({ business, onClose }: ManageProps) {
  const id = useId()
  const { form, isSending, onSubmit, error } = useActionForm<Grant>({
    rule: packageErrors,
    send: ({ packages, reference }) =>
      adminApi.post('/api/admin/businesses/:id/credits', {
        params: { id: business.id },
        body: { packages: Number(packages), reference: reference.trim() },
      }),
    success: 'Créditos otorgados',
    onDone: onClose,
  })
  const typed = form.watch('packages', '1').trim()
  const packages = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  const isPossible = packages >= 1 && packages <= MOST

  return (
    <Dialog
      title="Otorgar créditos"
      className="manage"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-2" disabled={isSending} onClick={onClose}>
            Cancelar
          </button>
          <button className="btn" form={id} aria-disabled={isSending}>
            {isSending && <span className="spinner" />}
            Otorgar
          </button>
        </>
      }
    >
      <form id={id} className="manage-form" method="post" noValidate onSubmit={onSubmit}>
        <p>
          Paquetes de {CREDIT_PACKAGE.messages} mensajes que pagó <b>{business.business_name}</b>. No vencen.
        </p>
        <Field
          id={`${id}-packages`}
          label="Paquetes"
          error={error('packages')}
          hint={
            isPossible
              ? `${decimal(packages * CREDIT_PACKAGE.messages)} mensajes · ${money(packages * CREDIT_PACKAGE.price)}`
              : `De 1 a ${MOST}`
          }
        >
          {(described) => (
            <input
              {...described}
              {...form.register('packages')}
              className="input num"
              defaultValue="1"
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
            />
          )}
        </Field>
        <Field
          id={`${id}-reference`}
          label="Referencia del pago"
          error={error('reference')}
          hint="El número del comprobante. Un pago se acredita una sola vez."
        >
          {(described) => (
            <input
              {...described}
              {...form.register('reference')}
              className="input"
              autoComplete="off"
              maxLength={LIMITS.name}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
