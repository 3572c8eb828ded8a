import { addDays, nowIn } from '#domain/dates.ts'
import { useCallback, useRef, useState } from 'react'
import { FOUR_SECONDS, toast } from '../../../ui/toast.tsx'
import { choiceOf } from '../../business/address.ts'
import type { BookingData, Choice, Slot } from '../../business/types.ts'
import { useNow } from '../../../clock.ts'
import type { Posted } from '../submit.ts'
import { isComplete, possible, settled } from './choose.ts'
import { isPast } from './times.ts'
import { type Availability, keyOf, useDays } from './use-days.ts'

/** What is chosen (service, professional, date and time), and the free times to choose from. */
export function useChoice(
  data: BookingData,
  posted: Posted | undefined,
  /** The chosen professional is not there any more. */
  onGone: { current: (reason?: string) => void },
  /** Whether an attempt of the visitor's own may have taken the time. */
  isOwn: { current: (choice: Choice) => boolean },
) {
  const { business, services, professionals } = data
  const [choice, setChoice] = useState(data.choice)
  const latest = useRef(choice)
  latest.current = choice
  /** The date that was asked for: another one is shown where it has no free times. */
  const [asked, setAsked] = useState(() => choiceOf(new URLSearchParams(data.search)).date)
  // The server drops a time that is no longer free.
  const isTaken =
    posted && posted.step !== 'lista' && (!posted.failure || posted.isSent) && !isComplete(data.choice)
  const [alternatives, setAlternatives] = useState(posted?.alternatives ?? (isTaken ? [] : undefined))
  /** The server's sentence for a time that it refused. */
  const [refusal, setRefusal] = useState(posted?.refusal)
  const now = useNow(data.now)
  const today = nowIn(business.timezone, now)
  /** The date on which the free times were fetched. */
  const fetchedOn = useRef(today.date)
  const { availability, load, loadMore, refresh } = useDays(choice, data.days, business.id)

  /** Applies a choice as far as possible, and fetches its free times. */
  const choose = useCallback(
    async (requested: Choice, again = false) => {
      const chosen = possible(requested, { services, professionals })
      setChoice(chosen)
      latest.current = chosen
      setAsked(chosen.date)
      setAlternatives(undefined)
      if (!chosen.professional) return
      const { status, days, reason } = await load(chosen, again)
      // Another choice may have been made meanwhile.
      if (!sameList(latest.current, chosen)) return
      if (status === 'gone') return onGone.current(reason)
      if (status === 'ready')
        setChoice((current) => (sameList(current, chosen) ? settled(current, days) : current))
    },
    [services, professionals, load, onGone],
  )

  function take({ date, time }: Slot): Choice {
    const moved = { ...choice, date, time }
    setChoice(moved)
    setAsked(date)
    setAlternatives(undefined)
    return moved
  }

  /** Drops a chosen time that was taken or has passed while the page was open. */
  async function recheck(chosen = choice, staleMs?: number) {
    const found = await refresh(chosen, staleMs)
    // Another choice may have been made meanwhile.
    const { current } = latest
    if (!sameList(current, chosen)) return
    if (found?.status === 'gone') return onGone.current(found.reason)
    const { date, time } = current
    const day = found?.days.find((day) => day.date === date)
    if (!time || date !== chosen.date || !day || day.times.includes(time) || isOwn.current(current)) return
    setChoice(withoutTime)
    toast.error('Ese horario acaba de ocuparse. Elige otro, por favor.', FOUR_SECONDS)
  }

  return {
    choice,
    alternatives,
    refusal,
    availability,
    now,
    today,
    choose,
    /** The date that was asked for, when another one is shown instead. */
    missed: choice.date !== asked ? asked : undefined,

    /** Its free times are not those that the page was opened with. */
    resume(choice: Choice) {
      setChoice(choice)
      setAsked(choice.date)
      void load(choice)
    },

    /** Loads later dates than those known, if any can be booked. */
    loadMore: hasMore(availability, today.date, business.horizon_days) && (() => loadMore(choice)),
    prefetch: (choice: Choice) => void load(choice),
    reload: () => void choose(choice, true),

    chooseDate(date: string) {
      const dated = { ...withoutTime(choice), date }
      setChoice(dated)
      setAsked(date)
      void refresh(dated)
    },

    /** A time that nobody looked at among its date's: whether it is still free is asked at once. */
    chooseFirst: (first: Slot) => void recheck(take(first), 0),

    chooseTime(time: string) {
      setChoice((current) => ({ ...current, time }))
    },

    /** Takes a time near one that was taken. */
    takeAlternative: take,

    /** The chosen time is not free any more; `nearest` are offered instead. */
    dropTime(nearest?: Slot[], sentence?: string): Choice {
      const rest = withoutTime(choice)
      setRefusal(sentence)
      setAlternatives(nearest)
      setChoice(rest)
      void refresh(rest, 0)
      return rest
    },

    /** Drops what has become impossible as time passed. */
    followClock() {
      if (fetchedOn.current !== today.date) {
        // After midnight the dates are different.
        fetchedOn.current = today.date
        void choose(isPast(choice, today) ? withoutTime(choice) : choice, true)
        return
      }
      if (isPast(choice, today)) setChoice(withoutTime)
      if (document.visibilityState === 'visible') void recheck()
    },

    clear: () => void choose({}),
  }
}

/** Whether later dates than those known can be booked. */
function hasMore(known: Availability | undefined, today: string, horizon: number): boolean {
  const last = known?.status === 'ready' && known.days.at(-1)
  return last ? last.date < addDays(today, horizon) : false
}

const withoutTime = ({ time, ...rest }: Choice): Choice => rest

const sameList = (a: Choice, b: Choice): boolean => keyOf(a) === keyOf(b)
