import { LIMITS } from '#domain/appointment.ts'
import { WALK_IN_NAME } from '#domain/appointment-input.ts'
import { parsePhone } from '#domain/phone.ts'
import { Field } from '../../../ui/field.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { whatsAppQuery } from '../../data/messages/whatsapp.ts'
import { SuggestionList } from './suggestion-list.tsx'
import type { AppointmentForm } from './use-appointment-form.ts'
import type { EarlierClient } from '../../data/appointments.ts'
import { useSuggestions } from './use-suggestions.ts'

/** The client. Earlier clients are suggested while the name or the phone is typed. */
export function ClientFields({ form, isNew }: { form: AppointmentForm; isNew: boolean }) {
  const { register, error, set, values } = form

  function fill(client: EarlierClient) {
    const phone = parsePhone(client.client_phone)
    set({
      client_name: client.client_name,
      client_email: client.client_email ?? '',
      client_id: client.client_id ?? '',
      ...(phone && { country: phone.iso, client_phone: phone.national }),
    })
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
  const byName = useSuggestions(fill)
  const byPhone = useSuggestions(fill)
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
      </div>
      <div className="with-list">
        <PhoneField
          name="client_phone"
          label={optional('Teléfono')}
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
      {isNew && values.client_phone.trim() !== '' && <WhatsAppBox form={form} />}
      <Field id="client_email" label={optional('Correo electrónico')} error={error('client_email')}>
        {(described) => (
          <input
            {...described}
            {...register('client_email')}
            className="input"
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={LIMITS.email}
          />
        )}
      </Field>
    </div>
  )
}

/** That the client asked for WhatsApp, where the business writes there; whoever ticks it stands for it. */
function WhatsAppBox({ form: { set, values } }: { form: AppointmentForm }) {
  const { data } = useQuery(whatsAppQuery())
  if (!data?.is_available || data.reminder_channel === 'email') return null
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={values.whatsapp_consent !== ''}
        onChange={({ target }) => set({ whatsapp_consent: target.checked ? 'yes' : '' })}
      />
      <span>
        El cliente pidió recibirlo por WhatsApp
        <br />
        <small className="hint">Queda anotado que lo dijiste tú.</small>
      </span>
    </label>
  )
}

/** Fields that are rarely needed. */
export function ExtraFields({ form: { register, error, values } }: { form: AppointmentForm }) {
  return (
    <div className="fcol fextra">
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
            maxLength={12}
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
