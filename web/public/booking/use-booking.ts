import { INCOMPLETE_CHOICE } from '#domain/appointment.ts'
import { nowIn } from '#domain/dates.ts'
import { PHONE_BLOCKS_SUBMIT } from '#domain/phone.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { TOAST } from '../toast-time.ts'
import { searchOf, stepOf } from './address.ts'
import { isComplete, possible, settled } from './choose.ts'
import { type Client, emptyClient, errorsOf, hasPhoneFormatError, stillWrong } from './client.ts'
import { useNow } from './clock.ts'
import { stored } from './stored.ts'
import type { Posted } from './submit.ts'
import { isPast } from './times.ts'
import type { Appointment, BookingData, Choice, Slot } from './types.ts'
import { useDays } from './use-days.ts'
import { useSending } from './use-sending.ts'
import { useStep } from './use-step.ts'

export type Booking = ReturnType<typeof useBooking>

/** The wizard's state and verbs. `posted` is what a form sent without script became. */
export function useBooking(data: BookingData, posted: Posted | undefined) {
  const { business, services, professionals, site } = data
  const empty = emptyClient(business.phone, site.termsChecked)
  const draft = stored<Client>('datos', business.id)
  const booked = stored<Appointment>('cita', business.id)

  const [choice, setChoice] = useState(data.choice)
  const [client, setClient] = useState(posted?.client ?? empty)
  const [errors, setErrors] = useState(posted?.errors ?? {})
  /** Counts what puts new values into the form's fields, which otherwise belong to the browser. */
  const [version, setVersion] = useState(0)
  const [approved, setApproved] = useState(posted?.step === 'confirmar')
  // The server drops a time that is no longer free.
  const isTaken = posted && posted.step !== 'lista' && !isComplete(data.choice)
  const [alternatives, setAlternatives] = useState(posted?.alternatives ?? (isTaken ? [] : undefined))
  const [appointment, setAppointment] = useState(posted?.appointment)
  const [failure, setFailure] = useState(posted?.failure)
  const now = useNow(data.now)
  const today = nowIn(business.timezone, now)
  /** The day that the free times were asked on. */
  const asked = useRef(today.date)
  const { availability, load, refresh } = useDays(choice, data.days)

  const { step, go, back } = useStep(posted?.step, { choice, approved, appointment })

  /** Takes a choice over, as far as it is possible, and looks for its free times. */
  const choose = useCallback(
    async (wanted: Choice, again = false) => {
      const chosen = possible(wanted, { services, professionals })
      setChoice(chosen)
      setAlternatives(undefined)
      if (!chosen.professional) return
      const { status, days } = await load(chosen, again)
      // By now something else may have been chosen.
      if (status === 'ready')
        setChoice((current) => (sameList(current, chosen) ? settled(current, days) : current))
    },
    [services, professionals, load],
  )

  /** Drops a chosen time that was taken or has passed while the page was open. */
  const recheck = useCallback(
    async (staleMs?: number) => {
      const found = await refresh(choice, staleMs)
      const day = found?.days.find(({ date }) => date === choice.date)
      if (!choice.time || !day || day.times.includes(choice.time)) return
      setChoice(({ time, ...rest }) => rest)
      toast.error('Ese horario acaba de ocuparse. Elige otro, por favor.', TOAST)
    },
    [refresh, choice],
  )

  const sending = useSending(data, {
    onBooked(made) {
      booked.set(made)
      draft.clear()
      setAppointment(made)
      // The time is no longer free, for its own client either: going back must not offer it again.
      const { time, ...rest } = choice
      setChoice(rest)
      void refresh(rest, 0)
      toast.success('¡Cita agendada exitosamente!', TOAST)
      go('lista', choice, { replace: true })
    },
    onTaken(nearest) {
      setAlternatives(nearest)
      const { time, ...rest } = choice
      setChoice(rest)
      void refresh(rest, 0)
      go('cita', rest)
    },
    onInvalid(fields, sent) {
      setClient(sent)
      setErrors(fields)
      setApproved(false)
      setVersion((n) => n + 1)
      go('datos', choice)
    },
    onResume(attempt) {
      setChoice(attempt.choice)
      setClient(attempt.client)
      setApproved(true)
      go('confirmar', attempt.choice, { replace: true })
    },
  })

  useEffect(() => {
    const typed = draft.get()
    if (typed && !posted) {
      setClient({ ...empty, ...typed })
      setVersion((n) => n + 1)
    }
    // A time that was ticked before this script had arrived.
    const ticked = document.querySelector<HTMLInputElement>('input[name=hora]:checked')?.value
    if (ticked) setChoice((current) => ({ ...current, time: ticked }))
    const wanted = stepOf(location.search)
    if (wanted === 'lista') setAppointment((made) => made ?? booked.get())
    // The address of a later step whose time is taken, or past: back at the choice, with the reason.
    else if (wanted !== 'cita' && !posted && !isComplete(data.choice) && !sending.isSending())
      toast.error(INCOMPLETE_CHOICE, TOAST)
    // Once, when the page has come to life.
  }, [])

  useEffect(() => {
    if (step === 'cita') history.replaceState(history.state, '', searchOf(choice))
  }, [step, choice])

  useEffect(() => {
    if (step !== 'cita') return
    if (asked.current !== today.date) {
      // Past midnight the days are others.
      asked.current = today.date
      const { time, ...rest } = choice
      void choose(isPast(choice, today) ? rest : choice, true)
      return
    }
    if (isPast(choice, today)) setChoice(({ time, ...rest }) => rest)
    const isVisible = document.visibilityState === 'visible'
    if (isVisible) void recheck()
    // With every minute, and on return to the tab.
  }, [now])

  return {
    ...{
      data,
      choice,
      client,
      errors,
      version,
      alternatives,
      appointment,
      availability,
      step,
      today,
      now,
      sending,
    },
    service: services.find(({ id }) => id === choice.service),
    professional: professionals.find(({ id }) => id === choice.professional),
    closedDays: business.schedules.filter((day) => !day.is_open).map((day) => day.day_of_week),
    idempotencyKey: posted?.key,
    focus: posted?.focus,
    failure,
    choose,
    back,
    prefetch: (choice: Choice) => void load(choice),
    reload: () => void choose(choice, true),

    chooseDate(date: string) {
      const { time, ...rest } = choice
      setChoice({ ...rest, date })
      void refresh({ ...rest, date })
    },

    chooseTime(time: string) {
      setChoice({ ...choice, time })
    },

    /** One of the free times near the one that was taken: everything else is known already. */
    takeAlternative({ date, time }: Slot) {
      const moved = { ...choice, date, time }
      setChoice(moved)
      setAlternatives(undefined)
      go(approved ? 'confirmar' : 'datos', moved)
    },

    toClient() {
      if (isComplete(choice)) go('datos', choice)
      else toast.error(INCOMPLETE_CHOICE, TOAST)
    },

    keepDraft(typed: Client) {
      draft.set(typed)
      setClient(typed)
      setErrors((shown) => stillWrong(shown, typed))
    },

    /** To step 3, when everything is filled in; else the errors are shown, and returned. */
    toConfirm(typed: Client) {
      const found = errorsOf(typed)
      setClient(typed)
      setErrors(found)
      if (hasPhoneFormatError(typed)) toast.error(PHONE_BLOCKS_SUBMIT, TOAST)
      if (Object.keys(found).length > 0) return found
      setApproved(true)
      go('confirmar', choice)
      return undefined
    },

    toStart: () => go('cita', choice),

    confirm() {
      setFailure(undefined)
      if (isComplete(choice)) void sending.send(choice, client)
    },

    startAgain() {
      booked.clear()
      draft.clear()
      setChoice({})
      setClient(empty)
      setErrors({})
      setApproved(false)
      setAlternatives(undefined)
      setAppointment(undefined)
      setVersion((n) => n + 1)
      go('cita', {})
    },
  }
}

const sameList = (a: Choice, b: Choice): boolean =>
  a.service === b.service && a.professional === b.professional
