import { birthdayError, partsOf } from '#domain/birthday.ts'
import { MONTHS } from '#domain/dates.ts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../ui/api.ts'
import { FieldError } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { patchClient, type WholeClient } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'

const two = (n: number) => String(n).padStart(2, '0')
const DAYS = Array.from({ length: 31 }, (_, n) => two(n + 1))

/** Writes when a client's birthday is: the year may be left out. */
export function BirthdayForm({ client }: { client: WholeClient }) {
  const known = client.birthday ? partsOf(client.birthday) : undefined
  const [month, setMonth] = useState(known?.day.slice(0, 2) ?? '')
  const [day, setDay] = useState(known?.day.slice(3) ?? '')
  const [year, setYear] = useState(known?.year ? String(known.year) : '')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const birthday = day || month || year ? `${year && `${year.trim()}-`}${month}-${day}` : ''
    const wrong = birthdayError(birthday)
    setError(wrong)
    if (wrong) return
    setBusy(true)
    try {
      await patchClient(client.id, { birthday, version: client.version })
      toast.success('Cumpleaños guardado')
    } catch (failure) {
      if (failure instanceof ApiError && failure.fields?.['birthday']) setError(failure.fields['birthday'])
      else toast.error(failureText(failure, 'Error al guardar el cumpleaños'))
    }
    setBusy(false)
  }
  const described = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? 'cli-birthday-error' : undefined,
  }
  return (
    <form className="cli-note-form" onSubmit={(event) => void save(event)}>
      <fieldset className="field cli-birthday">
        <legend className="label">Cumpleaños</legend>
        <div>
          <select
            {...described}
            className="input"
            aria-label="Día"
            value={day}
            onChange={({ target }) => setDay(target.value)}
          >
            <option value="">Día</option>
            {DAYS.map((value) => (
              <option key={value} value={value}>
                {Number(value)}
              </option>
            ))}
          </select>
          <select
            {...described}
            className="input"
            aria-label="Mes"
            value={month}
            onChange={({ target }) => setMonth(target.value)}
          >
            <option value="">Mes</option>
            {MONTHS.map((name, n) => (
              <option key={name} value={two(n + 1)}>
                {name}
              </option>
            ))}
          </select>
          <input
            {...described}
            className="input num"
            aria-label="Año, si lo sabes"
            placeholder="Año"
            inputMode="numeric"
            maxLength={4}
            value={year}
            onChange={({ target }) => setYear(target.value)}
          />
        </div>
        <FieldError id="cli-birthday" error={error} />
      </fieldset>
      <button className="btn btn-2" aria-disabled={isBusy}>
        Guardar cumpleaños
      </button>
    </form>
  )
}
