import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { check } from '../../ui/icons.ts'
import { hiddenFields } from './address.ts'
import { professionalsFor } from './choose.ts'
import { NextButton } from './services.tsx'
import type { Choice } from './types.ts'
import type { Booking } from './use-booking.ts'

export function Professionals({ booking }: { booking: Booking }) {
  const { data, choice, choose, prefetch } = booking
  const able = professionalsFor(data.professionals, choice.service!)
  return (
    <section className="block">
      <div className="block-head">
        <h3 id="profesional-titulo">Profesional</h3>
      </div>
      {able.length === 0 && <p className="nothing">No hay profesionales disponibles</p>}
      <form method="get" data-auto="" onSubmit={(event) => event.preventDefault()}>
        <Hidden choice={{ service: choice.service! }} />
        <div className="scroll-x professionals" role="radiogroup" aria-labelledby="profesional-titulo">
          {able.map(({ id, professional_name: name, avatar_url }) => {
            const wanted = { service: choice.service!, professional: id }
            return (
              <label key={id} className="professional" onPointerEnter={() => prefetch(wanted)}>
                <input
                  className="sr"
                  type="radio"
                  name="profesional"
                  value={id}
                  checked={choice.professional === id}
                  onChange={() => void choose(wanted)}
                />
                <span className="tick" aria-hidden="true">
                  <Icon d={check} />
                </span>
                <Avatar name={name} src={avatar_url} size="lg" />
                <b>{name}</b>
              </label>
            )
          })}
        </div>
        {able.length > 1 && <NextButton>Ver fechas y horarios</NextButton>}
      </form>
    </section>
  )
}

/** What was chosen before, for a form that asks for the next thing. */
export const Hidden = ({ choice }: { choice: Choice }) =>
  hiddenFields(choice).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
