import { slugify } from '#domain/slug.ts'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { check as tick } from '../../../ui/icons.ts'
import { typedSlug, useSlugCheck } from './use-slug-check.ts'

interface Props {
  value: string
  /** The present address of the business. */
  own: string
  businessName: string
  error: string | undefined
  onChange: (slug: string) => void
}

/** The address of the public page, checked while it is typed. */
export function SlugField({ value, own, businessName, error, onChange }: Props) {
  const { check, isChecking } = useSlugCheck(value, own)
  const taken = check?.available === false ? check : undefined
  return (
    <div className="set-slug">
      <Field
        id="slug"
        label="Dirección de tu página"
        error={error ?? taken?.reason ?? undefined}
        hint={
          <span role="status" className="slug-state">
            {value === '' && <>Si la dejas vacía, la creamos con el nombre: {slugify(businessName)}</>}
            {value !== '' && value === own && 'Es tu dirección actual.'}
            {isChecking && 'Comprobando si está libre...'}
            {check?.available && (
              <span className="set-free">
                <Icon d={tick} className="icon-sm" />
                Está libre. La dirección anterior seguirá llevando a tu página.
              </span>
            )}
            {taken?.suggestion && <>Está libre: {taken.suggestion}</>}
          </span>
        }
      >
        {(described) => (
          <div className="set-prefixed">
            <span aria-hidden="true">/negocio/</span>
            <input
              {...described}
              className="input"
              name="slug"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={value}
              onChange={({ target }) => onChange(typedSlug(target.value))}
            />
          </div>
        )}
      </Field>
      {taken?.suggestion && (
        <button type="button" className="btn btn-2" onClick={() => onChange(taken.suggestion!)}>
          Usar {taken.suggestion}
        </button>
      )}
    </div>
  )
}
