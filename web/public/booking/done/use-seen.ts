import { useEffect } from 'react'
import { sentTo } from '../sent-before/record.ts'
import type { Confirmed } from './confirmed.ts'

const SEEN_MS = 700

/**
 * Forgets that a booking was sent once its confirmation was there for a moment. Its page may be leaving when the answer comes, as
 * whoever got tired of waiting opened the business's page anew: that one tells them.
 */
export function useSeen(business: number, { appointment }: Confirmed) {
  const { appointment_date: date, appointment_time } = appointment
  const time = appointment_time.slice(0, 5)
  useEffect(() => {
    const forget = () => sentTo(business).forget(date, time)
    const timer = setTimeout(forget, SEEN_MS)
    return () => clearTimeout(timer)
  }, [business, date, time])
}
