import { decimal } from '#domain/numbers.ts'
import { CREDIT_PACKAGE } from '#domain/credits.ts'
import { LIMITS, requiredText } from '#domain/fields.ts'
import { money } from '#domain/money.ts'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { type ManageProps, useDeed } from './use-deed.ts'

const MOST = 100

/** Packages that were paid for. The same payment is never credited twice: the server knows its reference. */
export function CreditsDialog({ business, onClose, onDone }: ManageProps) {
  const id = useId()
  const { isBusy, errors, setErrors, send } = useDeed(onDone)
  const [text, setText] = useState('1')
  const packages = /^\d{1,3}$/.test(text) ? Number(text) : 0
  const isPossible = packages >= 1 && packages <= MOST

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const reference = String(new FormData(form).get('reference')).trim()
    const missing = requiredText(reference, 'La referencia del pago es requerida')
    const wrong: Record<string, string> = {
      ...(!isPossible && { packages: `La cantidad de paquetes debe estar entre 1 y ${MOST}` }),
      ...(missing && { reference: missing }),
    }
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first) return (form.elements.namedItem(first) as HTMLInputElement).focus()
    void send(`/api/admin/businesses/${business.id}/credits`, { packages, reference }, 'Créditos otorgados')
  }

  return (
    <Dialog
      title="Otorgar créditos"
      className="manage"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-2" disabled={isBusy} onClick={onClose}>
            Cancelar
          </button>
          <button className="btn" form={id} aria-disabled={isBusy}>
            {isBusy && <span className="spinner" />}
            Otorgar
          </button>
        </>
      }
    >
      <form id={id} className="manage-form" method="post" noValidate onSubmit={submit}>
        <p>
          Paquetes de {CREDIT_PACKAGE.messages} mensajes que pagó <b>{business.business_name}</b>. No vencen.
        </p>
        <Field
          id={`${id}-packages`}
          label="Paquetes"
          error={errors['packages']}
          hint={
            isPossible
              ? `${decimal(packages * CREDIT_PACKAGE.messages)} mensajes · ${money(packages * CREDIT_PACKAGE.price)}`
              : `De 1 a ${MOST}`
          }
        >
          {(described) => (
            <input
              {...described}
              className="input num"
              name="packages"
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              value={text}
              onChange={({ target }) => setText(target.value.trim())}
            />
          )}
        </Field>
        <Field
          id={`${id}-reference`}
          label="Referencia del pago"
          error={errors['reference']}
          hint="El número del comprobante. Un pago se acredita una sola vez."
        >
          {(described) => (
            <input
              {...described}
              className="input"
              name="reference"
              autoComplete="off"
              maxLength={LIMITS.name}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
