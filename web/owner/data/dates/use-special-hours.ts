import type { DayHours } from '#domain/schedule.ts'
import { businessDayOn, hoursOfDates, openersOn } from '#domain/special-hours.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { weeksAround } from '../days.ts'
import { datesQuery } from '../time-off.ts'

type SpecialHours = Readonly<Record<string, Partial<DayHours>>>

/**
 * What single dates say of the hours, of the business or one professional; nothing until it is known, since the server
 * refuses what is closed anyway. Whole weeks are asked for, so that who goes from day to day has them already.
 */
export function useSpecialHours(dates: readonly string[]) {
  const [first, last] = weeksAround(dates)
  const { data } = useQuery({ ...datesQuery(first, last), placeholderData: (before) => before })
  return useMemo(() => {
    const { special_days: days = [], holidays = [] } = data ?? {}
    const closed = new Set(holidays.filter(({ is_closed }) => is_closed).map(({ date }) => date))
    const names = new Map(holidays.map(({ date, name }) => [date, name]))
    const ofBusiness = hoursOf(undefined)

    function hoursOf(id: number | undefined): SpecialHours {
      const own = days.filter(({ professional_id: whose }) => whose === null || whose === id)
      return hoursOfDates(own, [first, last], (date) => closed.has(date))
    }
    return {
      /** By date: where the hours are not those of the weekday. */
      hoursOf: (id?: number): SpecialHours => (id === undefined ? ofBusiness : hoursOf(id)),
      /** The name of the holiday, or what the owner called the date; with its hours, when they are special. */
      nameOf(date: string): string | undefined {
        const day = businessDayOn(days, date)
        const isSpecial = Boolean(ofBusiness[date]?.open?.length)
        return (
          day?.label ??
          names.get(date) ??
          (day ? (isSpecial ? 'Horario especial' : day.is_open ? undefined : 'Cerrado') : undefined)
        )
      },
      /** Whether a professional works then although the business is closed. */
      isOpenedBySomebody: (date: string): boolean => openersOn(days, date).size > 0,
    }
  }, [data, first, last])
}
