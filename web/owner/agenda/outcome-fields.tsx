import { money } from '#domain/money.ts'
import { priceIn } from '#domain/price-input.ts'
import type { KeyboardEvent } from 'react'
import { Field } from '../../ui/field.tsx'

interface PriceProps {
  bookedPrice: number
  currency: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
  onEnter: () => void
}

/** The price that was charged. */
export function PriceField({ bookedPrice, currency, text, error, onChange, onEnter }: PriceProps) {
  const amount = priceIn(text)
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
          : `En blanco: el precio reservado, ${money(bookedPrice, currency)}`
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
          placeholder={money(bookedPrice, currency)}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={press}
        />
      )}
    </Field>
  )
}
