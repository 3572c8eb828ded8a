import { MARKETING_TEXT } from '#domain/consents.ts'
import { ANY, PHONE_BLOCKS_SUBMIT } from '#domain/choice.ts'
import { amPm, relativeShortDate } from '#domain/dates.ts'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { chevronDown, notes as notesIcon } from '../../../ui/icons.ts'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { FOUR_SECONDS, toast } from '../../../ui/toast.tsx'
import { searchOf } from '../../business/address.ts'
import { clientOf, errorsOf, hasPhoneFormatError, NOTES_MAX } from './client.ts'
import { EmailField } from './email-field.tsx'
import './form.css'
import { NextBar } from '../next-bar.tsx'
import { SecurityRow } from './security-row.tsx'
import { TermsField } from './terms-field.tsx'
import { Thumb } from '../choose/thumb.tsx'
import { patiently } from '../patiently.ts'
import type { Booking } from '../use-booking.ts'

// It comes with the greeting of the first step.
const SameDetails = lazy(async () => ({
  default: (await patiently(() => import('../returning/returning.tsx'))).SameDetails,
}))

/** Step 2: the client's details. */
export function ClientStep({ booking }: { booking: Booking }) {
  const { data, choice, client, errors, version } = booking
  const isKnown = client.known && Object.keys(errors).length === 0
  const form = useRef<HTMLFormElement>(null)
  const named = namedIn(booking)
  const isOptional = data.business.asks_email === 'optional'

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = clientOf(new FormData(form.current!))
    const found = errorsOf(typed, isOptional)
    booking.toConfirm(typed, found)
    if (hasPhoneFormatError(typed)) toast.error(PHONE_BLOCKS_SUBMIT, FOUR_SECONDS)
    if (Object.keys(found).length === 0) return
    if (found['notes'] || found['client_id']) form.current!.querySelector('details')!.open = true
    // In the order of the form, not of the rules; runs once the errors are shown beside their fields.
    const first = Array.from(form.current!.elements).find(
      (field) => (field as HTMLInputElement).name in found,
    )
    requestAnimationFrame(() => (first as HTMLElement | undefined)?.focus())
  }

  function keepDraft() {
    const typed = clientOf(new FormData(form.current!))
    booking.keepDraft(typed, errorsOf(typed, isOptional))
  }

  return (
    <>
      <Summary booking={booking} />
      {isKnown ? (
        <Suspense>
          <SameDetails booking={booking} known={client.known!} />
        </Suspense>
      ) : (
        <form
          key={version}
          ref={form}
          className="form"
          method="post"
          action={searchOf(choice, 'confirmar')}
          noValidate
          onSubmit={submit}
          onChange={keepDraft}
        >
          <PhoneField
            name="client_phone"
            label="Teléfono"
            country={client.client_phone_country}
            number={client.client_phone}
            error={errors['client_phone']}
            numberProps={named('client_phone')}
          />
          <Field id="client_name" label="Nombre completo" error={errors['client_name']}>
            {(described) => (
              <input
                {...described}
                className="input"
                {...named('client_name')}
                autoComplete="name"
                maxLength={120}
                defaultValue={client.client_name}
              />
            )}
          </Field>
          <EmailField
            client={client}
            isOptional={isOptional}
            takesWhatsApp={data.business.takes_whatsapp}
            error={errors['client_email']}
            inputProps={named('client_email')}
            onCorrected={keepDraft}
          />
          <Additional booking={booking} />
          <TermsField
            business={data.business}
            search={searchOf(choice, 'datos')}
            isTicked={client.terms === 'on'}
            error={errors['terms']}
            isFocused={booking.focus === 'terms'}
          />
          <label className="check">
            <input
              type="checkbox"
              name="marketing_consent"
              defaultChecked={client.marketing_consent === 'on'}
            />
            <span>{MARKETING_TEXT} (opcional)</span>
          </label>
          {booking.idempotencyKey && <input type="hidden" name="key" value={booking.idempotencyKey} />}
          {booking.isSent && <input type="hidden" name="sent" value="1" />}
          <SecurityRow verification={data.site.verification} />
          <NextBar onBack={booking.back} backSearch={searchOf(choice)} intent="datos" arrow>
            Continuar
          </NextBar>
        </form>
      )}
    </>
  )
}

/** A field's name; without script, the page that shows the errors also opens at the first one. */
const namedIn =
  ({ focus }: Booking) =>
  (name: string) => ({ name, autoFocus: focus === name })

function Summary({
  booking: { data, choice, service, terms, professional, today, back },
}: {
  booking: Booking
}) {
  return (
    <div className="strip only-m">
      {service && <Thumb service={service} position={data.services.indexOf(service)} />}
      <span className="grow">
        <b>
          {relativeShortDate(choice.date!, today.date)} · <span className="whole">{amPm(choice.time!)}</span>
        </b>
        {/* Of a booking in doubt both may be gone meanwhile. */}
        {terms?.service_name}
        {choice.professional === ANY
          ? ', sin preferencia'
          : professional && ` con ${professional.professional_name}`}
      </span>
      <a
        className="link change"
        href={searchOf(choice)}
        onClick={(event) => {
          event.preventDefault()
          back()
        }}
      >
        Cambiar
      </a>
    </div>
  )
}

/** 'Información adicional': optional and folded. Open from the start when something in it needs attention. */
function Additional({ booking }: { booking: Booking }) {
  const { client, errors } = booking
  const named = namedIn(booking)
  const counter = useRef<HTMLSpanElement>(null)
  // Decided once: typing must not fold it.
  const [isOpen] = useState(
    Boolean(errors['notes'] || errors['client_id'] || client.notes || client.client_id),
  )
  return (
    <details className="disclosure" open={isOpen}>
      <summary>
        <Icon d={notesIcon} />
        <span>
          Información adicional <span className="muted">(opcional)</span>
        </span>
        <Icon d={chevronDown} />
      </summary>
      <div>
        <Field
          id="notes"
          label="Notas"
          error={errors['notes']}
          hint={
            <>
              <span ref={counter} className="num">
                {[...client.notes].length}
              </span>{' '}
              de {NOTES_MAX} caracteres
            </>
          }
        >
          {(described) => (
            <textarea
              {...described}
              className="input"
              {...named('notes')}
              rows={4}
              defaultValue={client.notes}
              onInput={({ currentTarget }) =>
                (counter.current!.textContent = String([...currentTarget.value].length))
              }
            />
          )}
        </Field>
        <Field
          id="client_id"
          label="Cédula (opcional)"
          error={errors['client_id']}
          hint="Con ella puedes encontrar tu cita más adelante en el portal del cliente."
        >
          {(described) => (
            <input
              {...described}
              className="input num"
              {...named('client_id')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              defaultValue={client.client_id}
            />
          )}
        </Field>
      </div>
    </details>
  )
}
