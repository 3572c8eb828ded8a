import { brandVars, contrast, DEFAULT_BRAND, isHexColour } from '#domain/colour.ts'
import { useWatch } from 'react-hook-form'
import { Icon } from '../../../ui/icon.tsx'
import { retry } from '../../../ui/icons.ts'
import { ColourField } from './colour-field.tsx'
import { badgeCheck } from '../section-icons.ts'
import { PhonePreview } from './phone-preview.tsx'
import type { Profile, SectionProps } from '../profile.ts'
import { ElsewhereNotice } from '../../parts/elsewhere-notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { useSection } from '../use-section.ts'
import './brand.css'

const SUGGESTED = {
  '#2563eb': 'Azul',
  '#0f766e': 'Verde azulado',
  '#15803d': 'Verde',
  '#b0246b': 'Magenta',
  '#be123c': 'Rojo',
  '#c2410c': 'Naranja',
  '#f6c915': 'Amarillo',
  '#7c3aed': 'Violeta',
  '#111827': 'Casi negro',
}

/** '' means no own colour: the product's gradient from blue to violet. */
const values = (profile: Profile) => ({ brand_color: profile.brand_color ?? '' })

export function BrandTab(props: SectionProps) {
  const { profile } = props
  const section = useSection(props, {
    values,
    fields: (form) => ({ brand_color: form.brand_color.toLowerCase() }),
  })
  const { form } = section
  const typed = useWatch({ control: form.control, name: 'brand_color' })
  const isStored = typed.toLowerCase() === (profile.brand_color ?? '').toLowerCase()
  // While the input is invalid, the preview shows the stored colour.
  const colour = typed === '' || isHexColour(typed) ? typed : profile.brand_color
  const vars = brandVars(colour, isStored ? profile.brand_color_secondary : null)
  const put = (brand_color: string, isDone = true) =>
    form.setValue('brand_color', brand_color, { shouldDirty: true, shouldValidate: isDone })

  return (
    <form className="set-form with-aside brand-form" noValidate onSubmit={section.submit}>
      <section className="card pad set-card" aria-labelledby="brand-title">
        <div>
          <h2 className="h2" id="brand-title">
            Color de marca
          </h2>
          <p className="small muted">Pinta tu página de reservas, los botones y los correos.</p>
          <ElsewhereNotice {...section.notice} />
        </div>
        <ColourField
          value={typed}
          shown={isHexColour(colour) ? colour : DEFAULT_BRAND}
          secondary={isStored ? profile.brand_color_secondary : null}
          error={section.error('brand_color')}
          onChange={put}
        />
        <fieldset className="set-swatches">
          <legend className="sr">Colores sugeridos</legend>
          {Object.entries(SUGGESTED).map(([hex, name]) => (
            <label key={hex} style={{ '--c': hex } as React.CSSProperties}>
              <input
                type="radio"
                name="suggested"
                checked={typed.toLowerCase() === hex}
                onChange={() => put(hex)}
              />
              <span className="sr">{name}</span>
            </label>
          ))}
        </fieldset>
        <Verdict colour={colour} vars={vars} />
        {typed !== '' && (
          <button type="button" className="btn btn-3 set-reset" onClick={() => put('')}>
            <Icon d={retry} className="icon-sm" />
            Volver al color inicial
          </button>
        )}
      </section>
      <div className="set-aside">
        <PhonePreview profile={profile} vars={vars} />
      </div>
      <SaveBar {...section.bar} />
    </form>
  )
}

/** Describes how readable text on the colour is. */
function Verdict({ colour, vars }: { colour: string | null; vars: ReturnType<typeof brandVars> }) {
  const ends = [vars['--brand'], vars['--brand-2']]
  const ratio = Math.min(...ends.map((end) => contrast(end, vars['--on-brand'])))
  // Rounded down, so that it never looks better than it is.
  const figure = (Math.floor(ratio * 10) / 10).toFixed(1).replace('.', ',')
  const text = vars['--on-brand'] === '#ffffff' ? 'blanco' : 'oscuro'
  const isDarkened = isHexColour(colour) && vars['--brand'] !== colour.toLowerCase()
  return (
    <div className="set-verdict" role="status">
      <Icon d={badgeCheck} />
      <span>
        <b>Se lee bien · contraste {figure} : 1.</b>{' '}
        {isDarkened
          ? `Oscurecemos un poco tu color para que el texto ${text} resalte.`
          : `Usamos texto ${text} sobre tu color.`}
      </span>
    </div>
  )
}
