import { BUSINESS_TYPES } from '#domain/business.ts'
import { PHONE_BLOCKS_SUBMIT } from '#domain/choice.ts'
import { DEFAULT_COUNTRY } from '#domain/phone.ts'
import { useState } from 'react'
import type { Site } from '../context.ts'
import { ownZone } from '../own-zone.ts'
import { newKey } from '../ui/delivery/new-key.ts'
import { Field } from '../ui/field.tsx'
import { LocationPicker } from '../ui/location/location-picker.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import { toast } from '../ui/toast.tsx'
import { EmailField } from './email-field.tsx'
import { asHuman } from './human.ts'
import {
  errorsOf,
  payloadOf,
  phoneFormatError,
  type Placed,
  placeOf,
  type Registration,
} from './registration.ts'
import { signIn } from './sign-in.ts'
import { Submit } from './submit.tsx'
import { Terms } from './terms.tsx'
import { useSentForm } from '../ui/form/use-sent-form.ts'
import { withWork } from '../with-work.ts'

export function RegisterForm({ verification }: { verification: Site['verification'] }) {
  const [placed, setPlaced] = useState<Placed>()
  const [canPlace, setCanPlace] = useState(true)
  // The account that a lost answer made is known by it when the form is sent again.
  const [key] = useState(newKey)
  const { form, isSending, onSubmit, error } = useSentForm<Registration>({
    rule: (values) => errorsOf(values, placeOf(values, placed), canPlace),
    failure: 'Error al crear la cuenta',
    async send(values) {
      const payload = { ...payloadOf(values, placeOf(values, placed)), timezone: ownZone() }
      await asHuman(verification, 'register', (recaptcha_token) =>
        withWork((work) =>
          signIn('/api/auth/register', { ...payload, recaptcha_token, ...work }, false, key),
        ),
      )
      toast.success('¡Cuenta creada exitosamente!')
    },
    onInvalid: () => phoneFormatError(form.getValues()) && toast.error(PHONE_BLOCKS_SUBMIT),
  })
  const { register } = form
  const isVirtual = form.watch('is_virtual') === true

  function putAt(placed: Placed | undefined) {
    setPlaced(placed)
    form.clearErrors('address')
  }

  const virtual = register('is_virtual', {
    onChange: () => {
      form.setValue('address', '')
      putAt(undefined)
    },
  })
  const phone = register('phone', {
    onBlur: () => phoneFormatError(form.getValues()) && form.trigger('phone'),
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <div className="full">
        <Field id="business_name" label="Nombre del negocio" error={error('business_name')}>
          {(described) => (
            <input
              {...described}
              className="input"
              autoComplete="organization"
              maxLength={120}
              {...register('business_name')}
            />
          )}
        </Field>
      </div>
      <Field id="business_type" label="Tipo de negocio" error={error('business_type')}>
        {(described) => (
          <select {...described} className="input" {...register('business_type')}>
            <option value="">Elige uno</option>
            {BUSINESS_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        )}
      </Field>
      <PhoneField
        name="phone"
        label="Teléfono"
        country={DEFAULT_COUNTRY}
        error={error('phone')}
        countryProps={register('phone_country', { onChange: () => error('phone') && form.trigger('phone') })}
        numberProps={phone}
      />
      <label className="check full">
        <input type="checkbox" {...virtual} />
        <span>
          Es un negocio virtual <span className="muted">(no tiene local)</span>
        </span>
      </label>
      {!isVirtual && (
        <div className="full">
          <LocationPicker
            error={error('address')}
            inputProps={register('address')}
            address={() => form.getValues('address') ?? ''}
            place={placed?.place}
            onPlace={(place, address) => putAt({ place, address })}
            onReach={setCanPlace}
          />
        </div>
      )}
      <div className="full">
        <EmailField error={error('email')} inputProps={register('email')} />
      </div>
      <PasswordField
        id="password"
        label="Contraseña"
        error={error('password')}
        autoComplete="new-password"
        {...register('password')}
      />
      <PasswordField
        id="confirmPassword"
        label="Confirmar contraseña"
        error={error('confirmPassword')}
        autoComplete="new-password"
        {...register('confirmPassword')}
      />
      <Terms error={error('terms')} inputProps={register('terms')} />
      <Submit isSending={isSending} sending="Creando cuenta...">
        Crear mi agenda gratis
      </Submit>
    </form>
  )
}
