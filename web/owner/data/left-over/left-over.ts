import { canEdit } from '#domain/appointment.ts'
import { type Appointment, isLater, tidy } from '../appointment.ts'
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

/** One of them as the change left it, and as it is known now: what is noted outlives the caches of the agenda. */
export interface Left {
  was: Appointment
  now: Appointment
  /** What took its time, so that it is over when that is: blocked time, or the hours of the business and of whoever works. */
  inBlock: boolean
  byHours: boolean
}

export interface LeftOver {
  /** Those about which nobody decided here yet, soonest first. */
  list: Left[]
  /** How many there are beyond the nearest ones, which the list holds. */
  unlisted: number
  /** How many changes were made here since; each may have given somebody their time back. */
  changes: number
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

/**
 * Shows the appointments that a change left without their time, with those of earlier changes that nobody decided. Changes that
 * left none are told too.
 * @param inBlock whether blocked time took it.
 */
export function noteLeftOver({ conflicts, conflicts_total = conflicts.length }: Answered, inBlock = false) {
  put((known) => {
    const changes = (known?.changes ?? 0) + 1
    if (conflicts.length === 0) return known ? { ...known, changes } : null
    const all = new Map(known?.list.filter(stands).map((left) => [left.was.id, left]))
    for (const was of conflicts.map(tidy)) {
      const { inBlock: wasInBlock = false, byHours = false } = all.get(was.id) ?? {}
      all.set(was.id, {
        was,
        now: latest(was),
        inBlock: wasInBlock || inBlock,
        byHours: byHours || !inBlock,
      })
    }
    return {
      changes,
      list: [...all.values()].toSorted((a, b) => (a.was.starts_at < b.was.starts_at ? -1 : 1)),
      unlisted: (known?.unlisted ?? 0) + conflicts_total - conflicts.length,
      isOpen: true,
    }
  })
}

/** Those that need a decision: what was moved or cancelled meanwhile needs none. */
export const standing = ({ list }: LeftOver): Appointment[] => list.filter(stands).map(({ now }) => now)

/** Notes what becomes of them on any screen, until the returned function is called. */
export function followLeftOver(): () => void {
  follow()
  return queryClient()
    .getQueryCache()
    .subscribe((event) => {
      const isNews = event.type === 'updated' && event.action.type === 'success'
      if (isNews && event.query.queryKey[0] === 'appointments') follow()
    })
}

function follow() {
  const known = queryClient().getQueryData(leftOverQuery().queryKey)
  if (!known) return
  const list = known.list.map((left) => {
    const now = latest(left.now)
    return now === left.now ? left : { ...left, now }
  })
  if (list.some((left, i) => left !== known.list[i])) put(() => ({ ...known, list }))
}

export const showLeftOver = (isOpen: boolean) => put((known) => (known ? { ...known, isOpen } : null))
export function endLeftOver() {
  settle()
  put(() => null)
}
/** Drops what was decided: these stay as they are, or are cancelled. */
export function dropLeftOver(ids: readonly number[]) {
  const business = queryClient().getQueryData(leftOverQuery().queryKey)?.list[0]?.was.business_id
  if (business !== undefined) leaveUnsettled(business, ids)
  put((known) => (known ? { ...known, list: known.list.filter(({ was }) => !ids.includes(was.id)) } : null))
}

export const allLeft = (): readonly Left[] =>
  queryClient().getQueryData(leftOverQuery().queryKey)?.list.filter(stands) ?? []

/** Drops those that have their time again, unless something else took it meanwhile. */
export function dropFreed(freed: readonly Left[]) {
  const isFreed = (left: Left) =>
    freed.some(
      ({ was, inBlock, byHours }) =>
        was.id === left.was.id && inBlock === left.inBlock && byHours === left.byHours,
    )
  put((known) => (known ? { ...known, list: known.list.filter((left) => !isFreed(left)) } : null))
}

/** Whether it is where the change left it. */
function stands({ was, now }: Left): boolean {
  return (
    // A time that is held may become an appointment.
    (now.status === 'held' || !canEdit(now)) &&
    now.appointment_date === was.appointment_date &&
    now.appointment_time === was.appointment_time &&
    now.professional_id === was.professional_id
  )
}

/** The appointment as the caches know it by now. */
function latest(appointment: Appointment): Appointment {
  const { id } = appointment
  const details = queryClient().getQueryData(appointmentQuery(id).queryKey)?.appointment
  const all = [appointment, details, cachedAppointment(id)].filter((one) => one !== undefined)
  // What was cancelled here is noted before its version is known.
  return all.reduce((best, next) => (isLater(best, next) ? best : next))
}
