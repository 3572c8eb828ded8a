import { type ClockTime, weekdayLabel } from '#domain/dates.ts'
import { MAX_BREAKS } from '#domain/week.ts'
import { useId, useState } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { close } from '../../ui/icons.ts'
import { copy } from '../../ui/icons-panel.ts'
import './week-editor.css'
import {
  breaksOf,
  type Day,
  type Days,
  LUNCH,
  lunchWithin,
  MONDAY_FIRST,
  NAMES,
  nextBreak,
  switched,
  weekErrors,
  withBreaks,
  type WeekKind,
} from './week-editor-days.ts'

export { weekErrors } from './week-editor-days.ts'

interface Props<K extends WeekKind> {
  kind: K
  week: readonly Days[K][]
  onChange: (week: Days[K][]) => void
  /** Shows all errors; otherwise only those of days that were edited. */
  showErrors?: boolean
  /** The step of the time fields, in minutes. */
  step?: 15 | 30
}

/** Edits the seven days with hours and lunch, Monday first. The parent stores the week. */
export function WeekEditor<K extends WeekKind>({ kind, week, onChange, showErrors, step = 30 }: Props<K>) {
  const names = NAMES[kind]
  const errors = weekErrors(kind, week)
  const [touched, setTouched] = useState<number[]>([])
  const [said, setSaid] = useState('')
  const id = useId()

  function change(day: Day, changes: Record<string, unknown>) {
    onChange(week.map((other) => (other.day_of_week === day.day_of_week ? { ...other, ...changes } : other)))
  }

  function copyToAll(day: Day) {
    const hours = Object.fromEntries(
      [names.from, names.to, LUNCH.from, LUNCH.to, 'breaks'].map((name) => [name, day[name]]),
    )
    onChange(week.map((other) => ({ ...other, ...hours })))
    setSaid(`Horario del ${weekdayLabel(day.day_of_week).toLowerCase()} copiado a todos los días`)
  }

  return (
    <div className="week">
      <p className="week-tip small muted">
        <Icon d={copy} className="icon-sm" />
        Copia un día a todos los demás. Los que están apagados siguen apagados.
      </p>
      <div className="week-head" aria-hidden="true">
        <span>Día</span>
        <span>{names.hours}</span>
        <span>Almuerzo</span>
      </div>
      {MONDAY_FIRST.map((number) => {
        const found = week.find(({ day_of_week }) => day_of_week === number)
        if (!found) return null
        const day = found as unknown as Day
        const label = weekdayLabel(number)
        const isOn = Boolean(day[names.on])
        const error = showErrors || touched.includes(number) ? errors[number] : undefined
        const described = error && { 'aria-invalid': true, 'aria-describedby': `${id}-${number}-error` }
        const range = (of: typeof LUNCH | typeof names, name: string) => (
          <Range
            {...{ label: name, day: label, step, described }}
            from={day[of.from]}
            to={day[of.to]}
            onFrom={(value) => change(day, { [of.from]: value })}
            onTo={(value) => change(day, { [of.to]: value })}
          />
        )
        return (
          <div
            key={number}
            className="week-day"
            role="group"
            aria-label={label}
            onBlur={({ target }) =>
              target instanceof HTMLInputElement &&
              target.type === 'time' &&
              setTouched((before) => (before.includes(number) ? before : [...before, number]))
            }
          >
            <label className="week-name">
              <input
                type="checkbox"
                role="switch"
                className="switch"
                checked={isOn}
                onChange={({ target }) => change(day, switched(day, names, target.checked))}
              />
              {label}
            </label>
            {isOn ? (
              <>
                {range(names, names.hours)}
                <button
                  type="button"
                  className="x week-copy"
                  aria-label={`Copiar a todos los días: ${label}`}
                  title="Copiar a todos los días"
                  onClick={() => copyToAll(day)}
                >
                  <Icon d={copy} />
                </button>
                {day[LUNCH.from] !== null || day[LUNCH.to] !== null ? (
                  <div className="week-lunch">
                    {range(LUNCH, 'Almuerzo')}
                    <button
                      type="button"
                      className="x"
                      aria-label={`Quitar almuerzo: ${label}`}
                      onClick={() => change(day, { [LUNCH.from]: null, [LUNCH.to]: null })}
                    >
                      <Icon d={close} className="icon-sm" />
                    </button>
                  </div>
                ) : (
                  <button
                    type="button"
                    className="link week-add"
                    aria-label={`+ Almuerzo: ${label}`}
                    onClick={() => change(day, lunchWithin(day[names.from], day[names.to]))}
                  >
                    + Almuerzo
                  </button>
                )}
                <Breaks
                  day={day}
                  label={label}
                  names={names}
                  step={step}
                  described={described}
                  onChange={(changes) => change(day, changes)}
                />
              </>
            ) : (
              <span className="week-off">{names.off}</span>
            )}
            <FieldError id={`${id}-${number}`} error={isOn ? error : undefined} />
          </div>
        )
      })}
      <p className="sr" role="status">
        {said}
      </p>
    </div>
  )
}

interface BreaksProps {
  day: Day
  label: string
  names: (typeof NAMES)[WeekKind]
  step: number
  described: RangeProps['described']
  onChange: (changes: Record<string, unknown>) => void
}

/** The further breaks of a day. */
function Breaks({ day, label, names, step, described, onChange }: BreaksProps) {
  const breaks = breaksOf(day)
  const set = (i: number, part: object) =>
    onChange(withBreaks(breaks.map((one, at) => (at === i ? { ...one, ...part } : one))))
  return (
    <div className="week-breaks">
      {breaks.map(({ start_time, end_time }, i) => (
        // A break is known by its place alone.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="week-break" key={i}>
          <Range
            {...{ label: breaks.length > 1 ? `Descanso ${i + 1}` : 'Descanso', day: label, described }}
            step={Math.min(step, 15)}
            from={start_time}
            to={end_time}
            onFrom={(value) => set(i, { start_time: value ?? '' })}
            onTo={(value) => set(i, { end_time: value ?? '' })}
          />
          <button
            type="button"
            className="x"
            aria-label={`Quitar descanso ${i + 1}: ${label}`}
            onClick={() => onChange(withBreaks(breaks.filter((_, at) => at !== i)))}
          >
            <Icon d={close} className="icon-sm" />
          </button>
        </div>
      ))}
      {breaks.length < MAX_BREAKS && (
        <button
          type="button"
          className="link week-add"
          aria-label={`+ Agregar descanso: ${label}`}
          onClick={() => onChange(withBreaks([...breaks, nextBreak(day, names)]))}
        >
          + Agregar descanso
        </button>
      )}
    </div>
  )
}

interface RangeProps {
  label: string
  day: string
  step: number
  described: object | '' | undefined
  from: unknown
  to: unknown
  onFrom: (value: ClockTime | null) => void
  onTo: (value: ClockTime | null) => void
}

function Range({ label, day, step, described, from, to, onFrom, onTo }: RangeProps) {
  const field = (end: string, value: unknown, onChange: (value: ClockTime | null) => void) => (
    <input
      type="time"
      className="input"
      step={step * 60}
      aria-label={`${day}, ${label.toLowerCase()}, ${end}`}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value || null)}
      {...described}
    />
  )
  return (
    <div className="week-range">
      <span className="week-label">{label}</span>
      {field('desde', from, onFrom)}
      <span aria-hidden="true">–</span>
      {field('hasta', to, onTo)}
    </div>
  )
}
