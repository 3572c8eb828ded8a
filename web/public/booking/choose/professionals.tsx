import { ANY } from '#domain/choice.ts'
import type { ReactNode } from 'react'
import { doesService } from '#domain/specialties.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { check, users } from '../../../ui/icons.ts'
import { offersAny, professionalsFor } from './choose.ts'
import { Hidden, NextButton, Nothing, optionsOf } from './form-parts.tsx'
import type { Service } from '../../business/types.ts'
import type { Booking } from '../use-booking.ts'

export function Professionals({ booking }: { booking: Booking }) {
  const { data, choice, service } = booking
  const able = professionalsFor(data.professionals, choice.service!)
  return (
    <section className="block">
      <div className="block-head">
        <h3 id="profesional-titulo">Profesional</h3>
      </div>
      {able.length === 0 && <Nothing text="No hay profesionales disponibles" business={data.business} />}
      <form method="get" data-auto="" onSubmit={(event) => event.preventDefault()}>
        <Hidden choice={optionsOf(choice)} />
        <div className="scroll-x professionals" role="radiogroup" aria-labelledby="profesional-titulo">
          {offersAny(able) && (
            <Card booking={booking} id={ANY} name="Sin preferencia" does="El primero disponible">
              <span className="avatar avatar-lg" aria-hidden="true">
                <Icon d={users} />
              </span>
            </Card>
          )}
          {able.map(({ id, professional_name: name, avatar_url, specialties }) => {
            const own = service?.by_professional?.find((own) => own.professional_id === id)
            const does = own?.said ?? specialtyLine(specialties, data.services)
            return (
              <Card key={id} {...{ booking, id, name, does }}>
                <Avatar name={name} src={avatar_url} size="lg" />
              </Card>
            )
          })}
        </div>
        {able.length > 1 && <NextButton>Ver fechas y horarios</NextButton>}
      </form>
    </section>
  )
}

interface CardProps {
  booking: Booking
  /** 'any' is whoever is free, for those who do not mind. */
  id: number | typeof ANY
  name: string
  does: string
  /** The picture. */
  children: ReactNode
}

function Card({ booking: { choice, choose, prefetch }, id, name, does, children }: CardProps) {
  const selection = { ...optionsOf(choice), professional: id }
  return (
    <label className="professional" onPointerEnter={() => prefetch(selection)}>
      <input
        className="sr"
        type="radio"
        name="profesional"
        aria-labelledby={`profesional-${id}`}
        aria-describedby={`profesional-${id}-hace`}
        value={id}
        checked={choice.professional === id}
        onChange={() => void choose(selection)}
      />
      <span className="tick" aria-hidden="true">
        <Icon d={check} />
      </span>
      {children}
      <b id={`profesional-${id}`}>{name}</b>
      <small id={`profesional-${id}-hace`}>{does}</small>
    </label>
  )
}

/** 'Corte y cepillado, Balayage': what a professional does, or that it is everything. */
function specialtyLine(specialties: string | null, services: Service[]): string {
  const own = services.filter(({ id }) => doesService(specialties, id))
  if (own.length === services.length) return services.length > 1 ? 'Todos los servicios' : ''
  return own.map(({ service_name }) => service_name).join(', ')
}
