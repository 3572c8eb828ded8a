import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Path, type PathValue, useWatch } from 'react-hook-form'
import { type Options, useRowForm, type Versioned } from './use-row-form.ts'
import { type Days, dayText, firstOf, MONDAY_FIRST, weekErrors, type WeekKind } from './week-editor-days.ts'
import { weekdayLabel } from '#domain/dates.ts'

/** A week that is stored as a whole; `version` counts its changes. */
export interface WeekRow<Day> extends Versioned {
  /** Whose it is; missing for the business's. */
  id?: number
  week: readonly Day[]
}

/** A week as form values: each day is a field, so that changes elsewhere are shown by day. */
type Values<K extends WeekKind> = Record<string, Days[K]>

const nameOf = (day: { day_of_week: number }) => `day${day.day_of_week}`
const valuesOf = <Day extends { day_of_week: number }>(row: WeekRow<Day> | undefined) =>
  Object.fromEntries((row?.week ?? []).map((day) => [nameOf(day), day]))

type Given<K extends WeekKind> = Pick<
  Options<Values<K>, WeekRow<Days[K]>>,
  'failure' | 'tell' | 'currentOf'
> & {
  kind: K
  row: WeekRow<Days[K]>
}

/**
 * A form over a week of hours (useRowForm). `editor` are the properties of WeekEditor, `elsewhere` those of
 * ElsewhereNotice.
 */
export function useWeekForm<K extends WeekKind>({ kind, ...given }: Given<K>) {
  const rule = (values: Values<K>) =>
    Object.fromEntries(
      Object.entries(weekErrors(kind, Object.values(values))).map(([day, text]) => [`day${day}`, text]),
    )
  const editing = useRowForm<Values<K>, WeekRow<Days[K]>>({
    ...given,
    valuesOf,
    rule,
    isRenewed: true,
    draft: kind === 'business' ? 'horario' : 'horario propio',
  })
  const { form } = editing
  const week = Object.values(useWatch({ control: form.control }) as Values<K>)
  const { submitCount } = form.formState

  const [open, setOpen] = useState(() => firstOf(kind, week))
  const wantsFocus = useRef(false)
  const openWrong = useEffectEvent(() => {
    const errors = weekErrors(kind, week)
    const wrong = MONDAY_FIRST.find((day) => errors[day] !== undefined)
    if (wrong !== undefined) setOpen(wrong)
    wantsFocus.current = wrong !== undefined
  })
  useEffect(() => {
    if (submitCount > 0) openWrong()
  }, [submitCount])
  // Its fields are there one drawing later.
  useEffect(() => {
    if (!wantsFocus.current) return
    const field = document.querySelector<HTMLElement>('.week [aria-invalid]')
    field?.focus()
    wantsFocus.current = field === null
  })

  function change(next: readonly Days[K][]) {
    for (const day of next)
      if (!week.includes(day))
        form.setValue(nameOf(day) as Path<Values<K>>, day as PathValue<Values<K>, Path<Values<K>>>, {
          shouldDirty: true,
        })
  }

  return {
    ...editing,
    week,
    editor: { kind, week, open, onOpen: setOpen, onChange: change, showErrors: submitCount > 0 },
    notice: {
      list: editing.elsewhere,
      textOf: (_name: string, day: Days[K]): [string, string] => [
        weekdayLabel(day.day_of_week),
        dayText(kind, day),
      ],
      onTake: editing.take,
    },
  }
}
