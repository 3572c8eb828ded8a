import { canEdit } from '#domain/appointment.ts'
import { type Appointment, isLater, tidy } from '../appointment.ts'
import { cachedAppointment } from '../appointment-cache.ts'
import { appointmentQuery } from '../appointments.ts'
import { queryClient } from '../client.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { leaveUnsettled, settle } from './unsettled.ts'

/** As a change of hours, or of a professional, answers. */
interface Answered {
  conflicts: (Parameters<typeof tidy>[0] & { was_outside?: boolean | undefined })[]
  conflicts_total?: number
}

/** What takes somebody's time: blocked time, the hours of the business and of whoever works, or that nobody is there. */
type Cause = 'block' | 'hours' | 'professional'

/** One of them as the change left it, and as it is known now: what is noted outlives the caches of the agenda. */
export interface Left {
  was: Appointment
  now: Appointment
  /** What took its time, so that it is over when all of that is. */
  by: ReadonlySet<Cause>
  /** Whether it was outside of the hours before they took its time: somebody put it there knowingly. */
  wasOutside: boolean
}

export interface LeftOver {
  /** Those about which nobody decided here yet, soonest first. */
  list: Left[]
  /** How many there are beyond the nearest ones, which the list holds. */
  unlisted: number
  /** Grows with every change that is made here: each may have given somebody their time back. */
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

let changeCount = 0
/** Of how many changes made here was told so far: an answer to what was asked before one is none any more. */
export const changesSoFar = () => changeCount

const put = (make: (known: LeftOver | null | undefined) => LeftOver | null) =>
  queryClient().setQueryData(leftOverQuery().queryKey, make)

/**
 * Shows the appointments that a change left without their time, with those of earlier changes that nobody decided. Changes that
 * left none are told too.
 */
export function noteLeftOver(
  { conflicts, conflicts_total = conflicts.length }: Answered,
  cause: Cause = 'hours',
) {
  const changes = ++changeCount
  put((known) => {
    if (conflicts.length === 0) return known ? { ...known, changes } : null
    const all = new Map(known?.list.filter(stands).map((left) => [left.was.id, left]))
    // With the last of the nearest ones went those beyond.
    const unlisted = all.size > 0 ? (known?.unlisted ?? 0) : 0
    for (const { was_outside = false, ...one } of conflicts) {
      const was = tidy(one)
      const { by = new Set<Cause>(), wasOutside = false } = all.get(was.id) ?? {}
      all.set(was.id, {
        was,
        now: latest(was),
        by: new Set([...by, cause]),
        // By whichever change of the hours was the first.
        wasOutside: by.has('hours') ? wasOutside : was_outside,
      })
    }
    return {
      changes,
      list: [...all.values()].toSorted((a, b) => (a.was.starts_at < b.was.starts_at ? -1 : 1)),
      unlisted: unlisted + conflicts_total - conflicts.length,
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

/**
 * Whether one of them is meant by what was said of them: neither freed nor moved since. What is cancelled is still meant, so
 * that a call whose answer got lost is repeated as it was.
 */
export const isLeft = ({ id }: Appointment): boolean =>
  queryClient()
    .getQueryData(leftOverQuery().queryKey)
    ?.list.some((left) => left.was.id === id && isInPlace(left)) ?? false

/** Drops those that have their time again. */
export function dropFreed(freed: readonly Left[]) {
  const ids = new Set(freed.map(({ was }) => was.id))
  put((known) => {
    if (!known) return null
    const list = known.list.filter(({ was }) => !ids.has(was.id))
    // It is not known who those beyond are, so that nothing can be said of them once some have their time back of what took theirs.
    return { ...known, list, unlisted: freed.some(({ by }) => !isOfBlockAlone(by)) ? 0 : known.unlisted }
  })
}

const isOfBlockAlone = (by: ReadonlySet<Cause>) => by.size === 1 && by.has('block')

/** Whether it stands where the change left it; a time that is held may become an appointment. */
const stands = (left: Left): boolean => (left.now.status === 'held' || !canEdit(left.now)) && isInPlace(left)

const isInPlace = ({ was, now }: Left): boolean =>
  now.appointment_date === was.appointment_date &&
  now.appointment_time === was.appointment_time &&
  now.professional_id === was.professional_id

/** The appointment as the caches know it by now. */
function latest(appointment: Appointment): Appointment {
  const { id } = appointment
  const details = queryClient().getQueryData(appointmentQuery(id).queryKey)?.appointment
  const all = [appointment, details, cachedAppointment(id)].filter((one) => one !== undefined)
  // What was cancelled here is noted before its version is known.
  return all.reduce((best, next) => (isLater(best, next) ? best : next))
}
