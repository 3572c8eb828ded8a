import { isOpenPrice, money, ownPrice } from '#domain/money.ts'
import { priceIn } from '#domain/price-input.ts'
import type { KeyboardEvent } from 'react'
import { Field } from '../../ui/field.tsx'
import type { Appointment } from '../data/appointment.ts'

interface PriceProps {
  /** As it was booked. */
  booked: Pick<Appointment, 'price' | 'price_kind'>
  currency: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
  onEnter: () => void
}

/** The price that was charged. */
export function PriceField({ booked, currency, text, error, onChange, onEnter }: PriceProps) {
  const amount = priceIn(text)
  const { price, price_kind } = booked
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  return (
    <Field
      id="actual_price"
      label={
        <>
          Precio cobrado <small>(opcional)</small>
        </>
      }
      error={error}
      hint={
        text.trim() && amount !== undefined
          ? `Se registran ${money(amount, currency)}`
          : isOpenPrice(price, price_kind)
            ? 'En blanco: queda sin precio'
            : `En blanco: el precio reservado, ${money(price, currency)}`
      }
    >
      {(described) => (
        <input
          {...described}
          name="actual_price"
          className="input num"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          placeholder={ownPrice(price, currency, price_kind)}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={press}
        />
      )}
    </Field>
  )
}
