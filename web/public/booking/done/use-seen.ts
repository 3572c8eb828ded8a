import { useEffect } from 'react'
import { sentTo } from '../sent-before/record.ts'
import type { Confirmed } from './confirmed.ts'

const SEEN_MS = 700

/**
 * Forgets that a booking was sent once its confirmation has been shown for a moment. Before that the page may be leaving: whoever
 * got tired of waiting has opened the business's page anew, and it is that page which tells them.
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
