import type { ClockTime } from '#domain/dates.ts'
import { shownEnd, typedEnd } from '#domain/end-time.ts'
import { MAX_BREAKS } from '#domain/week.ts'
import { useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { close } from '../../ui/icons.ts'
import { copy, plus } from '../../ui/icons-panel.ts'
import { cup } from './icons.ts'
import { useFocusNext } from './use-focus-return.ts'
import {
  breaksOf,
  type Day,
  LUNCH,
  lunchWithin,
  type NAMES,
  nextBreak,
  withBreaks,
  type WeekKind,
} from './week-editor-days.ts'

interface Props {
  day: Day
  label: string
  names: (typeof NAMES)[WeekKind]
  /** The step of the time fields, in minutes. */
  step: number
  described: object | '' | undefined
  onChange: (changes: Record<string, unknown>) => void
  onCopy: () => void
}

/** The fields of a day: its hours, its lunch, its breaks. */
export function WeekDay({ day, label, names, step, described, onChange, onCopy }: Props) {
  const fields = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(fields)
  const breaks = breaksOf(day)
  const hasLunch = day[LUNCH.from] !== null || day[LUNCH.to] !== null
  const set = (i: number, part: object) =>
    onChange(withBreaks(breaks.map((one, at) => (at === i ? { ...one, ...part } : one))))
  const range = (of: typeof LUNCH | typeof names, name: string) => (
    <Range
      {...{ label: name, day: label, step, described }}
      from={day[of.from]}
      to={day[of.to]}
      onFrom={(value) => onChange({ [of.from]: value })}
      onTo={(value) => onChange({ [of.to]: value })}
    />
  )
  return (
    <div className="week-fields" ref={fields}>
      <div className="week-line">{range(names, names.hours)}</div>
      {hasLunch && (
        <div className="week-line">
          {range(LUNCH, 'Almuerzo')}
          <button
            type="button"
            className="x"
            aria-label={`Quitar almuerzo: ${label}`}
            onClick={() => {
              onChange({ [LUNCH.from]: null, [LUNCH.to]: null })
              focusNext('.week-acts button')
            }}
          >
            <Icon d={close} className="icon-sm" />
          </button>
        </div>
      )}
      {breaks.map(({ start_time, end_time }, i) => (
        // A break is known by its place alone.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="week-line" key={i}>
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
            onClick={() => {
              onChange(withBreaks(breaks.filter((_, at) => at !== i)))
              focusNext('[data-add=break]')
            }}
          >
            <Icon d={close} className="icon-sm" />
          </button>
        </div>
      ))}
      <div className="week-acts">
        {!hasLunch && (
          <button
            type="button"
            className="link"
            aria-label={`+ Almuerzo: ${label}`}
            onClick={() => {
              onChange(lunchWithin(day[names.from], day[names.to]))
              focusNext('.week-line:nth-child(2) input')
            }}
          >
            <Icon d={plus} className="icon-sm" />
            Almuerzo
          </button>
        )}
        {breaks.length < MAX_BREAKS && (
          <button
            type="button"
            className="link"
            data-add="break"
            aria-label={`+ Agregar descanso: ${label}`}
            onClick={() => {
              onChange(withBreaks([...breaks, nextBreak(day, names)]))
              focusNext('.week-line:nth-last-child(2) input')
            }}
          >
            <Icon d={plus} className="icon-sm" />
            Agregar descanso
          </button>
        )}
        <button
          type="button"
          className="link"
          aria-label={`Copiar a todos los días: ${label}`}
          title="Los que están apagados siguen apagados"
          onClick={onCopy}
        >
          <Icon d={copy} className="icon-sm" />
          Copiar a todos
        </button>
      </div>
    </div>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

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
  const field = (end: string, value: string, onChange: (value: ClockTime | null) => void) => (
    <input
      type="time"
      className="input"
      step={step * 60}
      aria-label={`${day}, ${label.toLowerCase()}, ${end}`}
      value={value}
      onChange={({ target }) => onChange(target.value || null)}
      {...described}
    />
  )
  const isPause = /^(Almuerzo|Descanso)/.test(label)
  return (
    <div className="week-range">
      <span className="week-label">
        {isPause && <Icon d={cup} className="icon-sm" />}
        {label}
      </span>
      {field('desde', textOf(from), onFrom)}
      <span aria-hidden="true">–</span>
      {field('hasta', shownEnd(textOf(to)), (value) => onTo(value && typedEnd(value)))}
    </div>
  )
}
