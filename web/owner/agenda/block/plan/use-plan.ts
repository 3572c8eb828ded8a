import type { Moment } from '#domain/appointment.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment } from '../../../data/appointment.ts'
import { conflictsQuery, type TimeOffBody } from '../../../data/time-off.ts'
import { useDebounced } from '../../../parts/use-debounced.ts'
import { type Choice, type Choices, clientsTold, isAhead } from './plan.ts'

const DEBOUNCE_MS = 350
const NONE: Appointment[] = []

export type Plan = ReturnType<typeof usePlan>

/** The appointments that the time would meet, a moment after it was typed, and what is chosen for each. */
export function usePlan(body: TimeOffBody, isValid: boolean, now: Moment) {
  const text = isValid ? JSON.stringify(body) : ''
  const settled = useDebounced(text, DEBOUNCE_MS)
  const asked = settled === text && settled !== '' ? (JSON.parse(settled) as TimeOffBody) : undefined
  const { data, isPlaceholderData } = useQuery({
    ...conflictsQuery(asked ?? body),
    enabled: asked !== undefined,
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const [choices, setChoices] = useState<Choices>({})
  const seen = (isValid && data?.conflicts) || NONE
  const ahead = seen.filter((one) => isAhead(one, now))
  return {
    body,
    now,
    seen,
    ahead,
    hasMore: data?.has_more === true,
    isRefreshing: isPlaceholderData,
    choices,
    choose: (id: number, choice: Choice) => setChoices((before) => ({ ...before, [id]: choice })),
    cancelAll: () =>
      setChoices((before) => ({
        ...before,
        ...Object.fromEntries(ahead.map(({ id }) => [id, { act: 'cancel' } as const])),
      })),
    told: clientsTold(ahead, choices),
    cancelled: ahead.filter(({ id }) => choices[id]?.act === 'cancel').length,
  }
}
