import { CARD_RULES } from '#domain/card.ts'
import { bareDocument } from '#domain/client.ts'
import { errorsBy, LIMITS } from '#domain/fields.ts'
import { countryOfPhone, e164, nationalNumber, parsePhone } from '#domain/phone.ts'
import type { SessionBusiness } from '../../account/session.ts'
import { Field } from '../../ui/field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Card, createClient, patchClient, type Person } from '../data/clients.ts'
import { changesOf } from '../parts/changes-of.ts'
import { useCreateOnce } from '../parts/once/create-once.ts'
import { ElsewhereNotice } from '../parts/elsewhere-notice.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useRowForm } from '../parts/use-row-form.ts'
import { EmailInput } from '../parts/email-input.tsx'

interface Props {
  /** The client in the latest version; missing for a new one. */
  client: Person | undefined
  business: SessionBusiness
  onStored: (client: Card) => void
  onClose: () => void
}

const valuesOf = (person: Person | undefined, country: string) => {
  const phone = parsePhone(person?.client_phone)
  return {
    client_name: person?.client_name ?? '',
    country: phone?.iso ?? country,
    client_phone: phone?.national ?? person?.client_phone ?? '',
    client_email: person?.client_email ?? '',
    client_id: person?.client_id ?? '',
  }
}
type Values = ReturnType<typeof valuesOf>

function bodyOf({ country, client_phone, ...rest }: Values) {
  const digits = nationalNumber(country, client_phone)
  return { ...rest, client_id: bareDocument(rest.client_id), client_phone: digits && e164(country, digits) }
}
const { client_name, client_phone, client_email, client_id } = CARD_RULES
const rule = (values: Values) =>
  errorsBy({ client_name, client_phone, client_email, client_id }, bodyOf(values))

const LABELS: Record<keyof Values, string> = {
  client_name: 'Nombre',
  country: 'País del teléfono',
  client_phone: 'Teléfono',
  client_email: 'Correo electrónico',
  client_id: 'Cédula',
}
const failure = 'Error al guardar el cliente'

/** Writes a client's card by hand, or changes who it says the client is: a name is enough. */
export function ClientForm({ client, business, onStored, onClose }: Props) {
  const country = countryOfPhone(business.phone)
  const shownOf = (row: Person | undefined) => valuesOf(row, country)
  const editing = useRowForm<Values, Person>({
    row: client,
    valuesOf: shownOf,
    rule,
    failure,
    draft: 'cliente',
  })
  const { form, base, error } = editing
  const create = useCreateOnce({ create: createClient, change: patchClient })
  const { register, watch } = form

  const store = editing.submit(async (values) => {
    const body = bodyOf(values)
    const stored = base
      ? await patchClient(base.id, { ...changesOf(bodyOf(shownOf(base)), body), version: base.version })
      : await create(body)
    toast.success(base ? 'Ficha guardada' : 'Cliente creado')
    editing.stored(stored, values)
    if (!editing.differsFrom(stored)) onStored(stored)
  })
  const optional = (name: keyof Values) => (
    <>
      {LABELS[name]} <small>(opcional)</small>
    </>
  )
  return (
    <FormDialog
      title={client ? 'Editar cliente' : 'Nuevo cliente'}
      isDirty={editing.isDirty}
      submitText={client ? 'Guardar cambios' : 'Crear cliente'}
      busy={editing.isSubmitting && 'Guardando...'}
      problem={editing.problem}
      onSubmit={store}
      onClose={onClose}
    >
      <ElsewhereNotice
        list={editing.elsewhere}
        textOf={(name, value) => [LABELS[name], value]}
        onTake={editing.take}
      />
      <Field id="client_name" label={LABELS.client_name} error={error('client_name')}>
        {(described) => (
          <input
            {...described}
            {...register('client_name')}
            className="input"
            autoComplete="off"
            autoCapitalize="words"
            maxLength={LIMITS.name}
          />
        )}
      </Field>
      <PhoneField
        name="client_phone"
        label={optional('client_phone')}
        country={watch('country')}
        error={error('client_phone')}
        countryProps={{ defaultValue: undefined, ...register('country') }}
        numberProps={{ ...register('client_phone'), autoComplete: 'off' }}
      />
      <Field id="client_email" label={optional('client_email')} error={error('client_email')}>
        {(described) => <EmailInput {...described} {...register('client_email')} />}
      </Field>
      <Field
        id="client_id"
        label={optional('client_id')}
        error={error('client_id')}
        hint={client && 'Las citas que ya están agendadas quedan como se reservaron.'}
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
    </FormDialog>
  )
}
