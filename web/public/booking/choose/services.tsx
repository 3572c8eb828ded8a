import { durationText } from '#domain/dates.ts'
import { fromPrice } from '#domain/money.ts'
import { type FocusEvent, Fragment, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icons.ts'
import './choices.css'
import { FindButton, useFinder } from './finder.tsx'
import { NextButton, Nothing } from './form-parts.tsx'
import { Thumb } from './thumb.tsx'
import type { Business, Service } from '../../business/types.ts'
import { later } from '../later.tsx'
import type { Booking } from '../use-booking.ts'

// Only businesses with many services have it.
const FinderRows = later(() => import('./finder-rows.tsx'), <div className="finder place" />)
const ByContact = later(() => import('./by-contact.tsx'))

const MOST_WITHOUT_SCROLL = 6

/** The fields of a service that its card shows, including picture and icon. */
type Said =
  // What is chosen after the service.
  | 'variants'
  | 'addons'
  | 'by_professional'
  | 'is_bookable_online'
  | 'price_kind'
  | 'said'
  | 'category'
  | 'id'
  | 'service_name'
  | 'description'
  | 'duration_minutes'
  | 'price'
  | 'image_url'
  | 'icon'
// A public field that no card shows is a type error: show it, or list it here with the reason.
true satisfies [Exclude<keyof Service, Said>] extends [never] ? true : false

/** All services, or only the chosen one. */
export function Services({ booking }: { booking: Booking }) {
  const { data, choose, service: chosen } = booking
  const { services } = data
  const [isOpen, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  // Arrow keys walk through the list: it folds when the focus leaves it, not before.
  const isWalking = useRef(false)
  const finder = useFinder(services)
  const isWhole = !chosen || isOpen
  const shown = isWhole ? finder.shown : [chosen]

  function pick(service: Service) {
    setOpen(isWalking.current)
    void choose({ service: service.id })
    if (!isWalking.current) requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'nearest' }))
  }

  function open() {
    setOpen(true)
    // The button goes, with the focus that it had.
    requestAnimationFrame(() => section.current?.querySelector<HTMLElement>('input:checked')?.focus())
  }

  function fold(event: FocusEvent) {
    if (isWalking.current && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    <section className="block first" ref={section}>
      <div className="block-head">
        <h3 id="servicio-titulo">Servicio</h3>
        {chosen && !isOpen && services.length > 1 ? (
          <form method="get" onSubmit={(event) => (event.preventDefault(), open())}>
            <button className="link">Mostrar servicios</button>
          </form>
        ) : (
          services.length > 0 &&
          (finder.isOffered ? (
            <FindButton finder={finder} />
          ) : (
            <span className="small muted">
              {services.length === 1 ? '1 servicio' : `${services.length} servicios`}
            </span>
          ))
        )}
      </div>
      {services.length === 0 && <Nothing text="No hay servicios disponibles" business={data.business} />}
      {isWhole && finder.isOffered && <FinderRows finder={finder} />}
      <form method="get" data-auto="" onSubmit={(event) => event.preventDefault()}>
        <div
          className={`services ${shown.length > 1 ? 'two' : ''} ${shown.length > MOST_WITHOUT_SCROLL ? 'long' : ''}`}
          role="radiogroup"
          aria-labelledby="servicio-titulo"
          onKeyDown={({ key }) => {
            if (key.startsWith('Arrow')) isWalking.current = true
            else if (key === ' ' || key === 'Enter') isWalking.current = false
          }}
          onPointerDown={() => (isWalking.current = false)}
          onBlur={fold}
        >
          {shown.map((service, i) => (
            <Fragment key={service.id}>
              {data.isGrouped && isWhole && service.category !== shown[i - 1]?.category && (
                <p className="service-group">{service.category}</p>
              )}
              <Card service={service} business={data.business}>
                {service.is_bookable_online !== false && (
                  <input
                    className="sr"
                    type="radio"
                    name="servicio"
                    value={service.id}
                    checked={service === chosen}
                    onChange={() => pick(service)}
                    onClick={() => service === chosen && !isWalking.current && setOpen(false)}
                  />
                )}
                <Thumb service={service} position={services.indexOf(service)} />
                <span>
                  <b>{service.service_name}</b>
                  {service.description && <span className="desc">{service.description}</span>}
                  <small>
                    {service.said ? (
                      <span>{service.said[0]}</span>
                    ) : (
                      <Duration minutes={service.duration_minutes} />
                    )}
                    <i>·</i>
                    <Price said={service.said?.[1] ?? fromPrice(service.price, data.business.currency)} />
                  </small>
                </span>
              </Card>
            </Fragment>
          ))}
        </div>
        {shown.length > 1 && <NextButton>Ver profesionales</NextButton>}
      </form>
    </section>
  )
}

/** A service to choose, or, where the business books it itself, with whom to ask for it. */
function Card({
  service,
  business,
  children,
}: {
  service: Service
  business: Business
  children: ReactNode
}) {
  if (service.is_bookable_online === false)
    return (
      <div className="service by-contact">
        {children}
        <ByContact business={business} />
      </div>
    )
  return (
    <label className="service">
      {children}
      <span className="tick" aria-hidden="true">
        <Icon d={check} />
      </span>
    </label>
  )
}

/** 'Desde $ 55.000*': its amount is one word. */
function Price({ said }: { said: string }) {
  const amount = said.replace(/^Desde /, '')
  return (
    <span>
      {amount !== said && 'Desde '}
      <b>{amount}</b>
    </span>
  )
}

/** '45 min', '3 h': the minutes of a long one are said to those who hear the page. */
function Duration({ minutes }: { minutes: number }) {
  if (minutes <= 60) return <span>{durationText(minutes)}</span>
  return (
    <span>
      {durationText(minutes)}
      <span className="sr"> ({minutes} min)</span>
    </span>
  )
}
