import { MAX_OPTION_NAME } from '#domain/options.ts'
import { useRef } from 'react'
import { describedBy } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { plus, trash } from '../../ui/icons-panel.ts'
import { useFocusNext } from '../parts/use-focus-return.ts'
import { optionsOf, type OptionValues } from './values.ts'

interface Props {
  id: string
  /** The rule of a whole list, which finds what is wrong in a part of it as well. */
  rule: (list: unknown) => string | undefined
  /** 'Opción' */
  one: string
  list: OptionValues[]
  most: number
  error: string | undefined
  hasPrice: boolean
  onChange: (list: OptionValues[]) => void
}

/** The variants or the add-ons of a service: name, minutes and price, a row each. */
export function OptionList({ id, rule, one, list, most, error, hasPrice, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(box)
  const nameOf = (at: number) => list[at]!.name || `${one.toLowerCase()} ${at + 1}`
  const put = (at: number, part: Partial<OptionValues>) =>
    onChange(list.map((option, i) => (i === at ? { ...option, ...part } : option)))
  const isWrong = (option: OptionValues) => rule(optionsOf([option])) !== undefined
  // Two of one name are wrong together only.
  const isAny = !list.some(isWrong)
  const input = (at: number, name: 'name' | 'minutes' | 'price', label: string) => (
    <input
      className={name === 'name' ? 'input' : 'input num'}
      {...((isAny || isWrong(list[at]!)) && describedBy(id, error))}
      aria-label={`${label} de ${one.toLowerCase()} ${at + 1}`}
      placeholder={label}
      autoComplete="off"
      maxLength={name === 'name' ? MAX_OPTION_NAME : 14}
      {...(name !== 'name' && { inputMode: 'decimal' })}
      value={list[at]![name]}
      onChange={({ target }) => put(at, { [name]: target.value })}
    />
  )
  return (
    <div className="option-list" ref={box}>
      {list.map((option, i) => (
        // A new one has no id yet, and stays where it is.
        <div
          key={option.id ?? `new ${i}`}
          className="option-row"
          data-at={i}
          role="group"
          aria-label={nameOf(i)}
          tabIndex={-1}
        >
          {input(i, 'name', 'Nombre')}
          {input(i, 'minutes', 'Minutos')}
          {hasPrice && input(i, 'price', 'Precio')}
          <button
            type="button"
            className="x"
            aria-label={`Quitar ${nameOf(i)}`}
            onClick={() => {
              focusNext([`[data-at="${Math.min(i, list.length - 2)}"]`, '.btn'])
              onChange(list.filter((_, at) => at !== i))
            }}
          >
            <Icon d={trash} />
          </button>
        </div>
      ))}
      {error && (
        <p className="option-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {list.length < most && (
        <button
          type="button"
          className="btn btn-2 btn-sm"
          onClick={() => onChange([...list, { name: '', minutes: '', price: '' }])}
        >
          <Icon d={plus} />
          Agregar {one.toLowerCase()}
        </button>
      )}
    </div>
  )
}
