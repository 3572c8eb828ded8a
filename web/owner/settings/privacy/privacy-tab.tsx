import { policySections } from '#domain/policy.ts'
import { legalIdOf } from '#domain/legal-id.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { may, useSession } from '../../../account/session.ts'
import Legal from '../../../legal/legal.tsx'
import { whatsAppQuery } from '../../data/messages/whatsapp.ts'
import { ElsewhereNotice } from '../../parts/elsewhere-notice.tsx'
import { TextInput } from '../inputs.tsx'
import type { Profile, SectionProps } from '../profile.ts'
import { SaveBar } from '../save-bar.tsx'
import { useSection } from '../use-section.ts'
import { ArchiveCard } from './archive-card.tsx'
import { RequestsCard } from './requests-card.tsx'
import './privacy.css'

const values = (profile: Profile) => ({
  legal_name: profile.legal_name ?? '',
  legal_id: profile.legal_id ?? '',
  legal_address: profile.legal_address ?? '',
  legal_email: profile.legal_email ?? '',
})
type Values = ReturnType<typeof values>

const fields = (form: Values) => ({
  legal_name: form.legal_name.trim(),
  legal_id: legalIdOf(form.legal_id),
  legal_address: form.legal_address.trim(),
  legal_email: form.legal_email.trim(),
})

/** What clients ask of their data; who answers for them, and the policy that follows. */
export function PrivacyTab(props: SectionProps) {
  const business = useSession().business!
  return (
    <div className="set-form">
      {may(business, 'clients:forget') && <RequestsCard timezone={props.profile.timezone} />}
      {may(business, 'settings:write') && <PolicyForm {...props} />}
      {may(business, 'business:export') && <ArchiveCard />}
    </div>
  )
}

function PolicyForm(props: SectionProps) {
  const { profile } = props
  const section = useSection<Values>(props, { values, fields })
  return (
    <form className="set-form" noValidate onSubmit={section.submit}>
      <section className="card pad set-card set-main" aria-labelledby="policy-title">
        <div>
          <h2 className="h2" id="policy-title">
            Tu política de datos
          </h2>
          <p className="small muted">
            La Ley 1581 pide decir quién responde por los datos de tus clientes. Con esto se escribe la
            política que ellos aceptan al reservar; lo que dejes vacío se toma de tu negocio.
          </p>
          <ElsewhereNotice {...section.notice} />
        </div>
        <TextInput
          section={section}
          name="legal_name"
          label="Responsable"
          hint={`Tu nombre o la razón social. Si lo dejas vacío: ${profile.business_name}`}
          autoComplete="organization"
        />
        <TextInput
          section={section}
          name="legal_id"
          label="NIT o cédula"
          hint="NIT con dígito de verificación, como 900123456-8"
          inputMode="text"
          autoComplete="off"
        />
        <TextInput
          section={section}
          name="legal_address"
          label="Dirección para notificaciones"
          hint={profile.address ? `Si la dejas vacía: ${profile.address}` : undefined}
          autoComplete="street-address"
        />
        <TextInput
          section={section}
          name="legal_email"
          label="Correo para datos personales"
          hint={`Si lo dejas vacío: ${profile.email}`}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <Preview profile={profile} section={section} />
      </section>
      <SaveBar {...section.bar} />
    </form>
  )
}

/** The policy with what is typed; a field with an error stands as it is stored. */
function Preview({
  profile,
  section,
}: SectionProps & { section: Pick<ReturnType<typeof useSection<Values>>, 'form' | 'error'> }) {
  const typed = fields(useWatch({ control: section.form.control }) as Values)
  const { data } = useQuery(whatsAppQuery())
  const legal = Object.fromEntries(
    Object.entries(typed).map(([name, text]) => {
      const field = name as keyof Values
      return [field, section.error(field) ? profile[field] : text || null]
    }),
  ) as Record<keyof Values, string | null>
  const reminder_channel = data?.reminder_channel ?? 'email'
  return (
    <details className="policy-preview">
      <summary>Ver la política</summary>
      <div className="policy-text" tabIndex={0} role="group" aria-label="La política">
        <Legal
          text={{
            title: '',
            updated: 'al guardar',
            sections: policySections({ ...profile, ...legal, reminder_channel }),
          }}
          level="h3"
        />
      </div>
      <p className="small">
        <a className="link" href={`/negocio/${profile.slug}?ver=datos`} target="_blank" rel="noopener">
          Ver la que está publicada
        </a>
      </p>
    </details>
  )
}
