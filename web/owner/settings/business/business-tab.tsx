import { BUSINESS_TYPES } from '#domain/business.ts'
import { LIMITS } from '#domain/fields.ts'
import { CURRENCIES } from '#domain/money.ts'
import { TIME_ZONES } from '#domain/timezones.ts'
import { useSession } from '../../../account/session.ts'
import { isLoginEmail } from '../../data/business.ts'
import { BookingsCard } from './bookings-card.tsx'
import { fields, more, values } from './business-form.ts'
import { EmailInputs } from './email-inputs.tsx'
import { GalleryCard } from './gallery-card.tsx'
import { CountedInput, PhoneInput, SelectInput, TextInput } from '../inputs.tsx'
import { LogoCard } from './logo-card.tsx'
import { PlaceCard } from './place-card.tsx'
import type { SectionProps } from '../profile.ts'
import { ElsewhereNotice } from '../../parts/elsewhere-notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { useSection } from '../use-section.ts'

const NAMES: Record<string, string> = {
  COP: 'Peso colombiano',
  EUR: 'Euro',
  USD: 'Dólar estadounidense',
  MXN: 'Peso mexicano',
  ARS: 'Peso argentino',
}
const TYPES = BUSINESS_TYPES.map((type) => ({ value: type, label: type }))
const ZONES = TIME_ZONES.map(({ id, label }) => ({ value: id, label }))
const MONEY = CURRENCIES.map((code) => ({
  value: code,
  label: NAMES[code] ? `${NAMES[code]} (${code})` : code,
}))

export function BusinessTab(props: SectionProps) {
  const email = props.profile.email
  const isLogin = isLoginEmail(useSession().business!)
  const section = useSection(props, { values, fields, more: more(isLogin) })
  return (
    <div className="set-main stack">
      <form className="set-form stack" noValidate onSubmit={section.submit}>
        <section className="card pad set-card" aria-labelledby="business-title">
          <div>
            <h2 className="h2" id="business-title">
              Información del negocio
            </h2>
            <ElsewhereNotice {...section.notice} />
          </div>
          <div className="two two2">
            <TextInput
              section={section}
              name="business_name"
              label="Nombre del negocio"
              autoComplete="organization"
            />
            <SelectInput section={section} name="business_type" label="Tipo de negocio" options={TYPES} />
            <PhoneInput section={section} />
            <EmailInputs section={section} email={email} isLogin={isLogin} />
            <div className="full">
              <CountedInput
                section={section}
                name="description"
                label="Descripción"
                max={LIMITS.text}
                lines={4}
                hint="Aparece al comienzo de tu página."
              />
            </div>
            <TextInput
              section={section}
              name="price_range"
              label="Rango de precios"
              hint="Ejemplo: $ 20.000 a $ 120.000"
              autoComplete="off"
            />
          </div>
        </section>
        <PlaceCard section={section} />
        <section className="card pad set-card" aria-labelledby="clock-title">
          <h2 className="h2" id="clock-title">
            Hora y moneda
          </h2>
          <div className="two two2">
            <SelectInput
              section={section}
              name="timezone"
              label="Zona horaria"
              hint="Si la cambias, tus citas conservan su hora."
              options={ZONES}
            />
            <SelectInput section={section} name="currency" label="Moneda" options={MONEY} />
          </div>
        </section>
        <BookingsCard section={section} />
        <SaveBar {...section.bar} />
      </form>
      <LogoCard {...props} />
      <GalleryCard {...props} />
    </div>
  )
}
