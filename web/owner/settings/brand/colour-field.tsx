import { DEFAULT_BRAND, DEFAULT_BRAND_SECONDARY, isHexColour, secondaryColour } from '#domain/colour.ts'
import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'

interface Props {
  /** The form's value; '' is the product's default. */
  value: string
  /** The last valid colour, for the swatch. */
  shown: string
  /** A stored second colour that was not derived from the first. */
  secondary: string | null
  error: string | undefined
  /** `isDone`: the input is finished for now. */
  onChange: (value: string, isDone: boolean) => void
}

/** The browser's colour picker, the text #RRGGBB, and the second colour derived from it. */
export function ColourField({ value, shown, secondary, error, onChange }: Props) {
  // While the owner empties the field to type another colour, the default must not appear in it.
  const [isCleared, setCleared] = useState(false)
  const text = (value === '' && !isCleared ? DEFAULT_BRAND : value).toUpperCase()
  const derived = value === '' ? DEFAULT_BRAND_SECONDARY : secondaryColour(shown)

  function change(next: string) {
    setCleared(next === '')
    onChange(next, next === '' || isHexColour(next))
  }

  return (
    <div className="two two2">
      <Field id="brand_color" label="Color principal" error={error}>
        {(described) => (
          <div className="colour-in">
            <input
              type="color"
              aria-label="Elegir el color principal"
              value={shown.toLowerCase()}
              onChange={({ target }) => change(target.value)}
            />
            <input
              {...described}
              className="input num"
              name="brand_color"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={text}
              onChange={({ target }) => change(target.value.trim())}
              onBlur={() => (value === '' ? setCleared(false) : onChange(wholeHex(value), true))}
            />
          </div>
        )}
      </Field>
      <Field
        id="brand_color_secondary"
        label={
          <>
            Color secundario <small>(automático)</small>
          </>
        }
      >
        {(described) => (
          <div className="colour-in">
            <span className="set-square" style={{ background: secondary ?? derived }} />
            <input
              {...described}
              className="input num"
              readOnly
              value={(secondary ?? derived).toUpperCase()}
            />
          </div>
        )}
      </Field>
    </div>
  )
}

/** Completes 'B0246B' and '#abc' to #RRGGBB; other text is unchanged. */
function wholeHex(text: string): string {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text) ?? []
  if (!digits) return text
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}
