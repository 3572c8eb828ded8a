import { parseSpecialties } from '#domain/specialties.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { Service } from '#domain/api/service.ts'
import { specialtyNames } from './specialties.ts'
import type { Values } from './values.ts'

interface Props {
  form: UseFormReturn<Values>
  services: Service[]
  /** The stored value. */
  before: string | null
}

/** The services that a professional offers; no choice means all of them. */
export function SpecialtiesField({ form: { register, watch }, services, before }: Props) {
  const chosen = watch('specialties')
  // What was deleted since is no longer there to be chosen.
  const count = services.filter(({ id }) => chosen.includes(String(id))).length
  const isFreeText = before !== null && !parseSpecialties(before)
  return (
    <fieldset className="field" aria-describedby="specialties-hint">
      <legend className="label">Servicios que realiza</legend>
      <div className="does">
        {services.map(({ id, service_name }) => (
          <label key={id}>
            <input type="checkbox" value={id} {...register('specialties')} />
            <span>{service_name}</span>
          </label>
        ))}
      </div>
      <p className="hint" id="specialties-hint">
        {count > 0
          ? `${count} de ${services.length} elegidos`
          : chosen.length > 0
            ? 'Ahora no atiende ninguno: los que realizaba se eliminaron. Elige al menos uno.'
            : `Si no eliges ninguno, atiende todos.${isFreeText ? ` Ahora dice: ${specialtyNames(before, services)[0]}.` : ''}`}
      </p>
    </fieldset>
  )
}
