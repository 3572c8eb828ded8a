import type { Moment } from '#domain/appointment.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment } from '../../../data/appointment.ts'
import { conflictsQuery, type TimeOffBody } from '../../../data/time-off.ts'
import { useDebounced } from '../../../parts/use-debounced.ts'
import {
  type Choice,
  type Choices,
  clientsTold,
  isAhead,
  isLeftFor,
  offeredChoices,
  type Target,
} from './plan.ts'

const DEBOUNCE_MS = 350
const NONE: Appointment[] = []

interface Options {
  /** The time as it is typed. */
  body: TimeOffBody
  isValid: boolean
  /** As it is stored, of a block that is changed. */
  before: TimeOffBody | undefined
  now: Moment
  /** Whether appointments may be moved and cancelled. */
  mayChange: boolean
}

export type Plan = ReturnType<typeof usePlan>

/**
 * The appointments that the time would meet, a moment after it was typed, and what is chosen for each. What somebody chose
 * stays chosen while the time changes.
 */
export function usePlan({ body, isValid, before, now, mayChange }: Options) {
  const text = isValid ? JSON.stringify(body) : ''
  const settled = useDebounced(text, DEBOUNCE_MS)
  const asked = settled === text && settled !== '' ? (JSON.parse(settled) as TimeOffBody) : undefined
  const { data, isPlaceholderData } = useQuery({
    ...conflictsQuery(asked ?? body),
    enabled: asked !== undefined,
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const [chosen, setChosen] = useState<Choices>({})
  const seen = data?.conflicts ?? NONE
  const ahead = seen.filter((one) => isAhead(one, now))
  const withOffers = (choices: Choices): Choices =>
    mayChange ? { ...offeredChoices(seen, now, before), ...choices } : {}
  const choices = withOffers(chosen)
  return {
    body,
    now,
    mayChange,
    seen,
    ahead,
    hasMore: data?.has_more === true,
    isRefreshing: isPlaceholderData || !isValid,
    choices,
    choose: (id: number, choice: Choice) => setChosen((before) => ({ ...before, [id]: choice })),
    /** The times that no other one of the list is about to take. */
    leftFor: <Time extends { date: string; time: string }>(appointment: Appointment, times: Time[]) =>
      times.filter((time) => isLeftFor(appointment, time, seen, choices)),
    /** Chooses the first of these that is left; without any, one that nobody asked to move stays. */
    offer: (appointment: Appointment, targets: readonly Target[]) =>
      setChosen((before) => {
        const all = withOffers(before)
        const { id } = appointment
        const choice = all[id]
        if (choice?.act !== 'move') return before
        const to = targets.find((one) => !('time' in one) || isLeftFor(appointment, one, seen, all))
        if (!to && choice.isOffered) return { ...before, [id]: { act: 'leave' } }
        return to || choice.to ? { ...before, [id]: { ...choice, to } } : before
      }),
    cancelAll: () =>
      setChosen((before) => ({
        ...before,
        ...Object.fromEntries(ahead.map(({ id }) => [id, { act: 'cancel' } as const])),
      })),
    told: data ? clientsTold(data, choices) : 0,
    cancelled: ahead.filter(({ id }) => choices[id]?.act === 'cancel').length,
  }
}
