import { repetitions } from '#domain/time-off.ts'
import { isRefusal } from '../../../ui/api.ts'
import {
  addTimeOff,
  changeTimeOff,
  removeTimeOff,
  type TimeOff,
  type TimeOffBody,
} from '../../data/time-off.ts'
import { useCreateOnce } from '../../parts/once/create-once.ts'

/** Blocks time once; whatever repeats is made anew when it was corrected, since a change is of the first alone. */
export const useCreateBlock = () =>
  useCreateOnce({
    create: async (body: TimeOffBody, key) => {
      const { time_off, ...added } = await addTimeOff(body, key)
      return { id: time_off.id, time_off, ...added }
    },
    change: async (id, body) => {
      const changed = await changeTimeOff(id, body)
      return { id, ...changed, repeated: 1 }
    },
    anew: {
      isSame: ({ time_off, repeated }, body) => saysThat(time_off, body) && repeated === timesOf(body),
      isNeeded: ({ repeated }, body) => repeated > 1 || Boolean(body.repeat_weeks),
      remove: ({ id }) =>
        removeTimeOff(id, 'following').catch((error) => {
          // It was, and that answer got lost.
          if (!isRefusal(error) || error.status !== 404) throw error
        }),
      stands: 'El bloqueo que enviaste antes sigue en pie.',
    },
  })

const saysThat = (row: TimeOff, { repeat_until: _, repeat_weeks = null, ...body }: TimeOffBody): boolean =>
  Object.entries({ ...body, repeat_weeks }).every(([name, value]) => row[name as keyof TimeOff] === value)

function timesOf({ first_date, last_date, repeat_weeks = null, repeat_until = null }: TimeOffBody): number {
  const first = first_date ?? ''
  const dates = { first_date: first, last_date: last_date ?? first }
  return repetitions(dates, { weeks: repeat_weeks, until: repeat_until }).length
}
