import { mediumDate } from '#domain/dates.ts'
import { intervalsError } from '#domain/special-day-rules.ts'
import { useRef, useState } from 'react'
import { messageOf } from '../../../ui/api.ts'
import { type Conflict, type Holiday, putHoliday } from '../../data/time-off.ts'
import { useDraft } from '../../draft/use-draft.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { inTurn } from './in-turn.ts'
import { IntervalsField } from './intervals-field.tsx'
import { USUAL } from './values.ts'

interface Props {
  holiday: Holiday
  onStored: (conflicts: Conflict[]) => void
  onClose: () => void
}

/** The hours of a holiday on which the business opens for some. */
export function HolidayHours({ holiday: { date, name, intervals: before }, onStored, onClose }: Props) {
  const [first, setFirst] = useState(before.length > 0 ? before : [USUAL])
  const [intervals, setIntervals] = useState(first)
  const latest = useRef(intervals)
  latest.current = intervals
  const [isTouched, setTouched] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const wrong = intervalsError(intervals)
  const isDirty = JSON.stringify(intervals) !== JSON.stringify(first)
  useDraft({
    name: 'festivo',
    row: date,
    typed: () => (isDirty ? { intervals } : {}),
    put: (typed) => setIntervals(typed['intervals'] as typeof first),
  })

  async function store() {
    setTouched(true)
    if (wrong) return
    setBusy(true)
    try {
      onStored(await inTurn(() => putHoliday(date, { choice: 'special', intervals })))
      if (latest.current === intervals) return onClose()
      // What was changed while that was being stored is stored next.
      setFirst(intervals)
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }

  return (
    <FormDialog
      title="Horario especial"
      note={`${name}, ${mediumDate(date)}`}
      isDirty={isDirty}
      submitText="Guardar"
      busy={isBusy && 'Guardando...'}
      problem={problem}
      onSubmit={() => void store()}
      onClose={onClose}
    >
      <IntervalsField
        value={intervals}
        error={isTouched ? wrong : undefined}
        onChange={(next) => {
          setIntervals(next)
          setTouched(true)
        }}
      />
    </FormDialog>
  )
}
