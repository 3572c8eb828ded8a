import type { Service } from '#domain/api/service.ts'
import { addDays } from '#domain/dates.ts'
import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { weekQuery } from '../../data/appointments.ts'
import { mondayOf } from '../../data/days.ts'

const MOST = 3

/**
 * The services booked most in this week and the one before, in the order of the list where that says nothing; undefined
 * until it is known. They keep their places while the form is open.
 */
export function useUsualServices(
  services: readonly Service[],
  today: string,
): readonly Service[] | undefined {
  const monday = mondayOf(today)
  const weeks = useQueries({ queries: [weekQuery(monday), weekQuery(addDays(monday, -7))] })
  const order = useRef<number[]>(undefined)
  if (!order.current && services.length > 0 && weeks.every(({ isPending }) => !isPending)) {
    const times = new Map<number, number>()
    for (const { service_id, status } of weeks.flatMap(({ data }) => data ?? []))
      if (status !== 'cancelled') times.set(service_id, (times.get(service_id) ?? 0) + 1)
    const count = ({ id }: Service) => times.get(id) ?? 0
    order.current = services.toSorted((a, b) => count(b) - count(a)).map(({ id }) => id)
  }
  // Four at most: 'Otro…' would take the place of the fourth.
  const shown = services.length > MOST + 1 ? MOST : services.length
  return order.current?.flatMap((id) => services.find((service) => service.id === id) ?? []).slice(0, shown)
}
