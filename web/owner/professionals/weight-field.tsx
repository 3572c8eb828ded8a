import { WEIGHT_MAX } from '#domain/assignment.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'

const TEXTS = ['Ninguna', 'Las mismas que los demás', 'El doble', 'El triple']
const WEIGHTS = Array.from({ length: WEIGHT_MAX + 1 }, (_, weight) => TEXTS[weight] ?? `${weight} veces`)

/** How many of the appointments for which the client names nobody. */
export const WeightField = ({
  error,
  register,
}: {
  error: string | undefined
  register: UseFormRegisterReturn
}) => (
  <Field
    id="weight"
    label="Citas sin preferencia"
    error={error}
    hint="Cuántas le tocan cuando el cliente no elige profesional. Con «Ninguna» igual lo pueden elegir por su nombre."
  >
    {(described) => (
      <select {...described} {...register} className="input">
        {WEIGHTS.map((text, weight) => (
          <option key={text} value={weight}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)
