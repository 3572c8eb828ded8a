import { weekdayLabel } from '#domain/dates.ts'
import { type ReactNode, useId, useRef, useState } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { chevronDown } from '../../ui/icons.ts'
import { copy } from '../../ui/icons-panel.ts'
import { useFocusNext } from './use-focus-return.ts'
import './week-editor.css'
import { WeekDay } from './week-day.tsx'
import {
  copied,
  type Day,
  type Days,
  hoursOf,
  MONDAY,
  MONDAY_FIRST,
  NAMES,
  pausesOf,
  switched,
  weekErrors,
  type WeekKind,
  WORKDAYS,
} from './week-editor-days.ts'

export { weekErrors } from './week-editor-days.ts'

interface Props<K extends WeekKind> {
  kind: K
  week: readonly Days[K][]
  onChange: (week: Days[K][]) => void
  /** The weekday whose fields are shown: the others are a line each. */
  open: number | undefined
  onOpen: (weekday: number) => void
  /** Shows all errors; otherwise only those of days that were edited. */
  showErrors?: boolean
  /** The step of the time fields, in minutes. */
  step?: 15 | 30
  /** What stands above the days, at the left. */
  head?: ReactNode
}

/** Edits the seven days with hours, lunch and breaks, Monday first, one at a time. The parent stores the week. */
export function WeekEditor<K extends WeekKind>({
  kind,
  week,
  onChange,
  open,
  onOpen,
  showErrors,
  step = 30,
  head,
}: Props<K>) {
  const names = NAMES[kind]
  const errors = weekErrors(kind, week)
  const [touched, setTouched] = useState<number[]>([])
  const [said, setSaid] = useState('')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(box)
  const dayOf = (weekday: number) =>
    week.find(({ day_of_week }) => day_of_week === weekday) as unknown as Day | undefined
  const monday = dayOf(MONDAY)

  function change(day: Day, changes: Record<string, unknown>) {
    onChange(week.map((other) => (other.day_of_week === day.day_of_week ? { ...other, ...changes } : other)))
  }

  function copyTo(day: Day, weekdays: readonly number[], whom: string) {
    const hours = copied(day, names)
    onChange(week.map((other) => (weekdays.includes(other.day_of_week) ? { ...other, ...hours } : other)))
    setSaid(`Horario del ${weekdayLabel(day.day_of_week).toLowerCase()} copiado ${whom}`)
  }

  return (
    <div className="week" ref={box}>
      {(head || monday?.[names.on] === true) && (
        <div className="week-top">
          <div>{head}</div>
          {monday?.[names.on] === true && (
            <button
              type="button"
              className="btn btn-2 btn-sm"
              onClick={() => copyTo(monday, WORKDAYS, 'de lunes a viernes')}
            >
              <Icon d={copy} className="icon-sm" />
              Copiar lunes a viernes
            </button>
          )}
        </div>
      )}
      {MONDAY_FIRST.map((weekday) => {
        const day = dayOf(weekday)
        if (!day) return null
        const label = weekdayLabel(weekday)
        const isOn = Boolean(day[names.on])
        const isOpen = isOn && open === weekday
        const error = showErrors || touched.includes(weekday) ? errors[weekday] : undefined
        const errorId = `${id}-${weekday}`
        return (
          <div
            key={weekday}
            className={isOpen ? 'week-day open' : 'week-day'}
            role="group"
            aria-label={label}
            onBlur={({ target }) =>
              target instanceof HTMLInputElement &&
              target.type === 'time' &&
              setTouched((before) => (before.includes(weekday) ? before : [...before, weekday]))
            }
          >
            <input
              type="checkbox"
              role="switch"
              className="switch"
              id={`${errorId}-switch`}
              aria-label={label}
              checked={isOn}
              onChange={({ target }) => {
                change(day, switched(day, names, target.checked))
                if (target.checked) onOpen(weekday)
              }}
            />
            {isOn && !isOpen ? (
              <button
                type="button"
                className="week-sum"
                aria-expanded={false}
                onClick={() => {
                  onOpen(weekday)
                  focusNext('.week-fields input')
                }}
              >
                <span className="week-name">{label}</span>
                <span className="week-said">
                  <b>{hoursOf(day, names)}</b> <small>{pausesOf(day)}</small>
                </span>
                <Icon d={chevronDown} />
              </button>
            ) : (
              <label className="week-name" htmlFor={`${errorId}-switch`}>
                {label}
              </label>
            )}
            {isOpen && (
              <WeekDay
                {...{ day, label, names, step }}
                described={error && { 'aria-invalid': true, 'aria-describedby': `${errorId}-error` }}
                onChange={(changes) => change(day, changes)}
                onCopy={() => copyTo(day, MONDAY_FIRST, 'a todos los días')}
              />
            )}
            {!isOn && <span className="week-off">{names.off}</span>}
            <FieldError id={errorId} error={error} />
          </div>
        )
      })}
      <p className="sr" role="status">
        {said}
      </p>
    </div>
  )
}
