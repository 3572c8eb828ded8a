import { durationText } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import type { Option } from '#domain/terms.ts'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icons.ts'
import { useEffect, useRef } from 'react'
import type { Booking } from '../use-booking.ts'
import { Hidden, NextButton } from './form-parts.tsx'

/** Which variant of the chosen service, and what with it: only of services that have them. */
export default function Options({ booking }: { booking: Booking }) {
  const { choice, choose, service, data } = booking
  const options = useRef<HTMLDivElement>(null)
  // What was pressed while this script was on its way.
  useEffect(() => {
    const pressed = options.current?.querySelector<HTMLInputElement>(':checked')
    if (pressed && Number(pressed.value) !== choice.variant)
      void choose({ ...choice, variant: Number(pressed.value) })
    // Only as it begins.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (!service) return null
  const { variants = [], addons = [], price_kind } = service
  const chosen = choice.addons ?? []
  const { variant, addons: _, ...rest } = choice
  const isPriced = price_kind !== 'ask' && price_kind !== 'free'
  const said = (option: Option, more = '') => <Said {...{ option, more, currency: data.business.currency }} />

  function toggle(id: number, isChosen: boolean) {
    const list = isChosen ? [...chosen, id] : chosen.filter((one) => one !== id)
    void choose({ ...rest, ...(variant && { variant }), addons: list })
  }

  return (
    <>
      {variants.length > 0 && (
        <section className="block">
          <div className="block-head">
            <h3 id="opcion-titulo">Opción</h3>
          </div>
          <form method="get" data-auto="" onSubmit={(event) => event.preventDefault()}>
            <Hidden choice={{ service: service.id, addons: chosen }} />
            <div className="options" role="radiogroup" ref={options} aria-labelledby="opcion-titulo">
              {variants.map((option) => (
                <label key={option.id} className="option">
                  <input
                    className="sr"
                    type="radio"
                    name="opcion"
                    value={option.id}
                    checked={variant === option.id}
                    onChange={() => void choose({ ...rest, variant: option.id, addons: chosen })}
                  />
                  {said(isPriced ? option : { ...option, price: 0 })}
                </label>
              ))}
            </div>
            <NextButton>Ver profesionales</NextButton>
          </form>
        </section>
      )}
      {addons.length > 0 && (variant || variants.length === 0) && (
        <section className="block">
          <div className="block-head">
            <h3 id="adicionales-titulo">Adicionales</h3>
            <span className="small muted">Opcional</span>
          </div>
          <form method="get" data-auto="" onSubmit={(event) => event.preventDefault()}>
            <Hidden choice={{ service: service.id, ...(variant && { variant }) }} />
            <div className="options" role="group" aria-labelledby="adicionales-titulo">
              {addons.map((option) => (
                <label key={option.id} className="option">
                  <input
                    className="sr"
                    type="checkbox"
                    name="adicional"
                    value={option.id}
                    checked={chosen.includes(option.id)}
                    onChange={({ target }) => toggle(option.id, target.checked)}
                  />
                  {said(option, '+ ')}
                </label>
              ))}
            </div>
            <NextButton>Ver profesionales</NextButton>
          </form>
        </section>
      )}
    </>
  )
}

const Said = ({ option, more, currency }: { option: Option; more: string; currency: string }) => (
  <>
    <span className="grow">
      <b>{option.name}</b>
      <small>
        {option.duration_minutes > 0 && `${more}${durationText(option.duration_minutes)}`}
        {option.duration_minutes > 0 && option.price > 0 && ' · '}
        {option.price > 0 && `${more}${money(option.price, currency)}`}
      </small>
    </span>
    <span className="tick" aria-hidden="true">
      <Icon d={check} />
    </span>
  </>
)
