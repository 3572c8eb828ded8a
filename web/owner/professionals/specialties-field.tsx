import { parseSpecialties } from '#domain/specialties.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { Service } from '../services/types.ts'
import { specialtyNames } from './specialties.ts'
import type { Values } from './values.ts'

interface Props {
  form: UseFormReturn<Values>
  services: Service[]
  /** What is stored. */
  before: string | null
}

/** Which services somebody does; none chosen means all of them. */
export function SpecialtiesField({ form: { register, watch }, services, before }: Props) {
  const count = watch('services').length
  const isFreeText = before !== null && !parseSpecialties(before)
  return (
    <fieldset className="field" aria-describedby="services-hint">
      <legend className="label">Servicios que realiza</legend>
      <div className="does">
        {services.map(({ id, service_name }) => (
          <label key={id}>
            <input type="checkbox" value={id} {...register('services')} />
            <span className="trunc">{service_name}</span>
          </label>
        ))}
      </div>
      <p className="hint" id="services-hint">
        {count > 0
          ? `${count} de ${services.length} elegidos`
          : `Si no eliges ninguno, atiende todos.${isFreeText ? ` Ahora dice: ${specialtyNames(before, services)[0]}.` : ''}`}
      </p>
    </fieldset>
  )
}
