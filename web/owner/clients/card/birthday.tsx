import { birthdayError, birthdayLabel } from '#domain/birthday.ts'
import { MONTHS } from '#domain/dates.ts'
import { errorsBy } from '#domain/fields.ts'
import { FieldError } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Card, patchClient } from '../../data/clients.ts'
import { ElsewhereNotice } from '../../parts/elsewhere-notice.tsx'
import { useRowForm } from '../../parts/use-row-form.ts'

const two = (n: number) => String(n).padStart(2, '0')
const DAYS = Array.from({ length: 31 }, (_, n) => two(n + 1))

/** A birthday while it is typed: any of its parts may be missing yet, as in '1991--14'. */
interface Parts {
  year: string
  month: string
  day: string
}
function partsIn(birthday: string): Parts {
  const [day = '', month = '', ...year] = birthday.split('-').reverse()
  return { year: year.reverse().join('-'), month, day }
}
const joined = ({ year, month, day }: Parts) =>
  day || month || year ? `${year && `${year}-`}${month}-${day}` : ''

/** Writes when a client's birthday is: the year may be left out. */
export function BirthdayForm({ client }: { client: Card }) {
  const editing = useRowForm<{ birthday: string }, Card>({
    row: client,
    valuesOf: (card) => ({ birthday: card?.birthday ?? '' }),
    rule: (values) => errorsBy({ birthday: birthdayError }, values),
    failure: 'Error al guardar el cumpleaños',
    isRenewed: true,
    draft: 'cumpleaños',
  })
  const { day, month, year } = partsIn(editing.form.watch('birthday'))
  const type = (part: Partial<Parts>) =>
    editing.form.setValue('birthday', joined({ day, month, year, ...part }), { shouldDirty: true })
  const save = editing.submit(async (values) => {
    const stored = await patchClient(client.id, { ...values, version: editing.base!.version })
    toast.success('Cumpleaños guardado')
    editing.stored(stored, values)
  })
  const error = editing.error('birthday')
  const described = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? 'cli-birthday-error' : undefined,
  }
  return (
    <form className="cli-note-form" onSubmit={(event) => void save(event)}>
      <div>
        <ElsewhereNotice
          list={editing.elsewhere}
          textOf={(_, birthday) => ['Cumpleaños', birthday && birthdayLabel(birthday)]}
          onTake={editing.take}
        />
        <fieldset className="field cli-birthday">
          <legend className="label">Cumpleaños</legend>
          <div>
            <select
              {...described}
              className="input"
              aria-label="Día"
              value={day}
              onChange={({ target }) => type({ day: target.value })}
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
              onChange={({ target }) => type({ month: target.value })}
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
              onChange={({ target }) => type({ year: target.value.trim() })}
            />
          </div>
          <FieldError id="cli-birthday" error={error} />
        </fieldset>
      </div>
      <button className="btn btn-2" aria-disabled={editing.isSubmitting}>
        Guardar cumpleaños
      </button>
    </form>
  )
}
