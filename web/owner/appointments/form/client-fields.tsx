import { LIMITS } from '#domain/appointment.ts'
import { parsePhone } from '#domain/phone.ts'
import { Field } from '../../../ui/field.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import type { Form } from './use-form.ts'
import { type Client, useSuggestions } from './use-suggestions.ts'

/** Who it is for. Earlier clients are offered while the name or the phone is typed. */
export function ClientFields({ form }: { form: Form }) {
  const { values, set, touch, errorOf } = form

  function fill(client: Client) {
    const phone = parsePhone(client.client_phone)
    set({
      client_name: client.client_name,
      client_email: client.client_email,
      client_id: client.client_id ?? '',
      ...(phone && { country: phone.iso, phone: phone.national }),
    })
  }

  const byName = useSuggestions(fill)
  const byPhone = useSuggestions(fill)
  return (
    <div className="fcol">
      <h3 className="h3">Cliente</h3>
      <div className="with-list">
        <Field id="client_name" label="Nombre" error={errorOf('client_name')}>
          {(described) => (
            <input
              {...described}
              {...byName.box}
              name="client_name"
              className="input"
              autoCapitalize="words"
              maxLength={LIMITS.name}
              value={values.client_name}
              onChange={({ target }) => {
                set({ client_name: target.value })
                byName.typed(target.value)
              }}
              onBlur={() => {
                touch('client_name')
                byName.box.onBlur()
              }}
            />
          )}
        </Field>
        <SuggestionList suggestions={byName} />
      </div>
      <div className="with-list">
        <PhoneField
          name="client_phone"
          label="Teléfono"
          country={values.country}
          error={errorOf('client_phone')}
          countryProps={{
            defaultValue: undefined,
            value: values.country,
            onChange: ({ target }) => set({ country: target.value }),
          }}
          numberProps={{
            ...byPhone.box,
            value: values.phone,
            onChange: ({ target }) => {
              set({ phone: target.value })
              byPhone.typed(target.value)
            },
            onBlur: () => {
              touch('client_phone')
              byPhone.box.onBlur()
            },
          }}
        />
        <SuggestionList suggestions={byPhone} />
      </div>
      <Field id="client_email" label="Correo electrónico" error={errorOf('client_email')}>
        {(described) => (
          <input
            {...described}
            name="client_email"
            className="input"
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={LIMITS.email}
            value={values.client_email}
            onChange={({ target }) => set({ client_email: target.value })}
            onBlur={() => touch('client_email')}
          />
        )}
      </Field>
    </div>
  )
}

/** What is seldom asked for. */
export function ExtraFields({ form: { values, set, touch, errorOf } }: { form: Form }) {
  return (
    <div className="fcol fextra">
      <Field
        id="client_id"
        label={
          <>
            Cédula <small>(opcional)</small>
          </>
        }
        error={errorOf('client_id')}
      >
        {(described) => (
          <input
            {...described}
            name="client_id"
            className="input num"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={values.client_id}
            onChange={({ target }) => set({ client_id: target.value })}
            onBlur={() => touch('client_id')}
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
        error={errorOf('notes')}
        hint={
          <span className="num">
            {[...values.notes].length} de {LIMITS.text} caracteres
          </span>
        }
      >
        {(described) => (
          <textarea
            {...described}
            name="notes"
            className="input"
            rows={2}
            maxLength={LIMITS.text}
            value={values.notes}
            onChange={({ target }) => set({ notes: target.value })}
            onBlur={() => touch('notes')}
          />
        )}
      </Field>
    </div>
  )
}
