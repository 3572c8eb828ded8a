import type { ReactNode } from 'react'
import { LIMITS } from '#domain/appointment.ts'
import { WALK_IN_NAME } from '#domain/appointment-input.ts'
import { Field } from '../../../ui/field.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { useState } from 'react'
import { ContactPicker } from './contact-picker.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import type { Preset } from './values.ts'
import { OfCard } from './of-card.tsx'
import { WhatsAppBox } from './whatsapp-box.tsx'
import type { AppointmentForm } from './use-appointment-form.ts'
import { AlertLine, BlockedLine, NoShows } from '../../marks/alert-line.tsx'
import { type KnownClient, useSuggestions } from './use-suggestions.ts'
import { EmailInput } from '../../parts/email-input.tsx'

interface Props {
  form: AppointmentForm
  /** A new appointment's client may have asked for messages. */
  isNew: boolean
  /** Who is here already: name and telephone alone. */
  isNow?: boolean
  /** What stands below the name, with the card of who is known. */
  beside?: (card: number | undefined) => ReactNode
  /** Whose card the form was opened from. */
  client?: Preset['client'] | undefined
}

/** The client. Earlier clients are suggested while the name or the phone is typed. */
export function ClientFields({ form, isNew, isNow = false, beside, client }: Props) {
  const { register, error, set, values } = form

  const [known, setKnown] = useState(client)

  const mark = { alert: known?.alert ?? null, no_shows: known?.no_shows ?? 0 }
  const isKnown = known !== undefined && known.client_name === values.client_name
  const isBlocked = (known?.blocked_at ?? null) !== null

  /** Who asked for messages was the one before. */
  const become = (client: Preset['client']) => ({ ...form.contactsOf(client), whatsapp_consent: '' }) as const
  function fill(client: KnownClient) {
    setKnown(client)
    const contacts = become(client)
    // What was typed before anybody was chosen is nobody else's.
    const isTyped = values.card_id === '' && !contacts.client_phone && !contacts.as_on_card
    const typed = isTyped ? { country: values.country, client_phone: values.client_phone } : {}
    set({ client_name: client.client_name, ...contacts, ...typed })
  }

  const isWalkIn = values.walk_in !== ''
  const optional = (label: string) =>
    isWalkIn ? (
      <>
        {label} <small>(opcional)</small>
      </>
    ) : (
      label
    )
  const byName = useSuggestions(fill, isNew)
  const byPhone = useSuggestions(fill, isNew)
  if (values.as_on_card)
    return (
      <div className={isNow ? 'now-client' : 'fcol'}>
        {!isNow && <h3 className="h3">Cliente</h3>}
        <OfCard
          client={known ?? { client_name: values.client_name }}
          onOther={() => set({ as_on_card: '', client_name: '', card_id: '', card_name: '' })}
        />
      </div>
    )
  const person = (
    <>
      <ContactPicker
        country={values.country}
        onChoose={(contact) => set({ ...(values.card_id !== '' && become(undefined)), ...contact })}
      />
      <div className="with-list">
        <Field id="client_name" label={optional('Nombre')} error={error('client_name')}>
          {(described) => (
            <input
              {...described}
              {...byName.box}
              {...register('client_name', {
                onChange: ({ target }) => byName.type(target.value),
                onBlur: byName.box.onBlur,
              })}
              className="input"
              autoCapitalize="words"
              placeholder={isWalkIn ? WALK_IN_NAME : undefined}
              maxLength={LIMITS.name}
            />
          )}
        </Field>
        <SuggestionList suggestions={byName} />
        {isKnown && (
          <p className="known-client">
            <AlertLine mark={mark} />
            <NoShows mark={mark} />
            <BlockedLine isBlocked={isBlocked} />
          </p>
        )}
      </div>
      {beside?.(isKnown ? known.id : undefined)}
      <div className="with-list">
        <PhoneField
          name="client_phone"
          label={optional(isNow ? 'Celular' : 'Teléfono')}
          country={values.country}
          error={error('client_phone')}
          countryProps={{ defaultValue: undefined, ...register('country') }}
          numberProps={{
            ...byPhone.box,
            ...register('client_phone', {
              onChange: ({ target }) => byPhone.type(target.value),
              onBlur: byPhone.box.onBlur,
            }),
          }}
        />
        <SuggestionList suggestions={byPhone} />
      </div>
    </>
  )
  const whatsApp = isNew && values.client_phone.trim() !== '' && (
    <WhatsAppBox
      isTicked={values.whatsapp_consent !== ''}
      onChange={(isTicked) => set({ whatsapp_consent: isTicked ? 'yes' : '' })}
    />
  )
  if (isNow)
    return (
      <div className="now-client">
        {person}
        {whatsApp}
        <p className="hint">Sin celular ni correo no se envía nada y la cita queda como «{WALK_IN_NAME}».</p>
      </div>
    )
  return (
    <div className="fcol">
      <h3 className="h3">Cliente</h3>
      <label className="check">
        <input
          type="checkbox"
          checked={isWalkIn}
          onChange={({ target }) => set({ walk_in: target.checked ? 'yes' : '' })}
        />
        <span>
          Cliente de paso
          <br />
          <small className="hint">Sin correo no recibe avisos.</small>
        </span>
      </label>
      {person}
      {whatsApp}
      <EmailField form={form} label={optional('Correo electrónico')} />
    </div>
  )
}

function EmailField({ form: { register, error }, label }: { form: AppointmentForm; label: ReactNode }) {
  return (
    <Field id="client_email" label={label} error={error('client_email')}>
      {(described) => <EmailInput {...described} {...register('client_email')} />}
    </Field>
  )
}

/** Fields that are rarely needed; of who is here already, the e-mail among them. */
export function ExtraFields({ form, hasEmail = false }: { form: AppointmentForm; hasEmail?: boolean }) {
  const { register, error, values } = form
  return (
    <div className="fcol fextra">
      {hasEmail && (
        <EmailField
          form={form}
          label={
            <>
              Correo electrónico <small>(opcional)</small>
            </>
          }
        />
      )}
      <Field
        id="client_id"
        label={
          <>
            Cédula <small>(opcional)</small>
          </>
        }
        error={error('client_id')}
      >
        {(described) => (
          <input
            {...described}
            {...register('client_id')}
            className="input num"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
          />
        )}
      </Field>
      <Field
        id="notes"
        label={
          <>
            Notas <small>(opcional)</small>
          </>
        }
        error={error('notes')}
        hint={
          <span className="num">
            {[...values.notes].length} de {LIMITS.text} caracteres
          </span>
        }
      >
        {(described) => (
          <textarea
            {...described}
            {...register('notes')}
            className="input"
            rows={2}
            maxLength={LIMITS.text}
          />
        )}
      </Field>
    </div>
  )
}
