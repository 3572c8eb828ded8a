import { whatsappWithCode } from '#domain/business.ts'
import { socialUrl, whatsappUrl } from '#domain/contact.ts'
import { useWatch } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { facebook, instagram, whatsapp } from '../../ui/icons.ts'
import { external } from '../../ui/icons-panel.ts'
import { globe, twitter } from './section-icons.ts'
import type { Profile, SectionProps } from './profile.ts'
import { ElsewhereNotice } from '../parts/elsewhere-notice.tsx'
import { SaveBar } from './save-bar.tsx'
import { useSection } from './use-section.ts'

const NETWORKS = [
  { name: 'website', label: 'Sitio web', icon: globe, example: 'tunegocio.com' },
  { name: 'facebook', label: 'Facebook', icon: facebook, example: 'facebook.com/tunegocio' },
  { name: 'instagram', label: 'Instagram', icon: instagram, example: '@tunegocio' },
  { name: 'twitter', label: 'X (Twitter)', icon: twitter, example: '@tunegocio' },
  { name: 'whatsapp', label: 'WhatsApp', icon: whatsapp, example: '+57 300 123 4567' },
] as const

type Name = (typeof NETWORKS)[number]['name']
type Values = Record<Name, string>

const each = (value: (name: Name) => string) =>
  Object.fromEntries(NETWORKS.map(({ name }) => [name, value(name)])) as Values

const values = (profile: Profile) => each((name) => profile[name] ?? '')
const fields = (form: Values) => each((name) => form[name].trim())

/** The address to which the icon on the public page will lead. */
const target = (name: Name, text: string, phone: string): string | undefined => {
  if (text.trim() === '') return undefined
  return name === 'whatsapp' ? whatsappUrl(whatsappWithCode(text, phone)) : socialUrl(name, text)
}

export function SocialTab(props: SectionProps) {
  const section = useSection<Values>(props, { values, fields })
  const now = useWatch({ control: section.form.control }) as Values
  return (
    <form className="set-form" noValidate onSubmit={section.submit}>
      <section className="card pad set-card set-main" aria-labelledby="social-title">
        <div>
          <h2 className="h2" id="social-title">
            Redes sociales
          </h2>
          <p className="small muted">
            Escribe tu usuario o pega el enlace. Facebook, Instagram y WhatsApp se ven en tu página.
          </p>
          <ElsewhereNotice {...section.notice} />
        </div>
        {NETWORKS.map(({ name, label, icon, example }) => {
          const url = section.error(name) ? undefined : target(name, now[name], props.profile.phone)
          return (
            <Field
              key={name}
              id={name}
              label={label}
              error={section.error(name)}
              hint={url ? `Lleva a ${url.replace(/^https?:\/\//, '')}` : `Ejemplo: ${example}`}
            >
              {(described) => (
                <div className={url ? 'input-wrap with-end' : 'input-wrap'}>
                  <Icon d={icon} />
                  <input
                    {...described}
                    className="input"
                    inputMode={name === 'whatsapp' ? 'tel' : 'url'}
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    {...section.form.register(name)}
                  />
                  {url && (
                    <a
                      className="x end"
                      href={url}
                      target="_blank"
                      rel="noopener"
                      aria-label={`Probar el enlace de ${label}`}
                    >
                      <Icon d={external} className="icon-sm" />
                    </a>
                  )}
                </div>
              )}
            </Field>
          )
        })}
      </section>
      <SaveBar {...section.bar} />
    </form>
  )
}
