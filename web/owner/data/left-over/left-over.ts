import { canEdit } from '#domain/appointment.ts'
import { type Appointment, tidy } from '../appointment.ts'
import { cachedAppointment } from '../appointment-cache.ts'
import { appointmentQuery } from '../appointments.ts'
import { queryClient } from '../client.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { leaveUnsettled, settle } from './unsettled.ts'

/** As a change of hours, or of a professional, answers. */
interface Answered {
  conflicts: Parameters<typeof tidy>[0][]
  conflicts_total?: number
}

export interface LeftOver {
  /** Those about which nobody decided yet, soonest first. */
  list: Appointment[]
  /** How many there are beyond the nearest ones, which the list holds. */
  unlisted: number
  /** Whether the list is shown now; if not, a reminder of it is. */
  isOpen: boolean
}

/** The appointments that a change left without their time, until each is moved, cancelled or left as it is. */
export const leftOverQuery = () =>
  queryOptions<LeftOver | null>({
    queryKey: ['left-over'],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

const put = (make: (known: LeftOver | null | undefined) => LeftOver | null) =>
  queryClient().setQueryData(leftOverQuery().queryKey, make)

/** Shows the appointments that a change left without their time, with those of earlier changes that nobody decided. */
export function noteLeftOver({ conflicts, conflicts_total = conflicts.length }: Answered) {
  if (conflicts.length === 0) return
  put((known) => {
    const before = known?.list.filter(isStanding) ?? []
    const all = new Map(
      [...before, ...conflicts.map(tidy)].map((appointment) => [appointment.id, appointment]),
    )
    return {
      list: [...all.values()].toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1)),
      unlisted: (known?.unlisted ?? 0) + conflicts_total - conflicts.length,
      isOpen: true,
    }
  })
}

export const showLeftOver = (isOpen: boolean) => put((known) => (known ? { ...known, isOpen } : null))
export function endLeftOver() {
  settle()
  put(() => null)
}
/** Drops what was decided: these stay as they are, or are cancelled. */
export function dropLeftOver(ids: readonly number[]) {
  const business = queryClient().getQueryData(leftOverQuery().queryKey)?.list[0]?.business_id
  if (business !== undefined) leaveUnsettled(business, ids)
  put((known) => (known ? { ...known, list: known.list.filter(({ id }) => !ids.includes(id)) } : null))
}

/** Whether it still stands where it did: what was moved or cancelled meanwhile needs no decision. */
export function isStanding(appointment: Appointment): boolean {
  const { id } = appointment
  const now =
    queryClient().getQueryData(appointmentQuery(id).queryKey)?.appointment ??
    cachedAppointment(id) ??
    appointment
  return (
    // A time that is held may become an appointment.
    (now.status === 'held' || !canEdit(now)) &&
    now.appointment_date === appointment.appointment_date &&
    now.appointment_time === appointment.appointment_time &&
    now.professional_id === appointment.professional_id
  )
}
