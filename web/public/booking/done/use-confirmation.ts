import { CORRECTION_MINUTES } from '#domain/choice.ts'
import { useState } from 'react'
import { appointmentOf, stepOf } from '../../business/address.ts'
import type { BookingData } from '../../business/types.ts'
import { stored } from '../stored.ts'
import type { Posted } from '../submit.ts'
import type { LoadSending } from '../use-sending.ts'
import type { Confirmed } from './confirmed.ts'

/**
 * The confirmation of what was booked here. It is shown at its address for as long as the appointment lasts, however
 * often it is reloaded, and says what stands: the appointment may have been moved or cancelled meanwhile.
 */
export function useConfirmation(
  { business, now }: BookingData,
  search: string,
  posted: Posted | undefined,
  sending: LoadSending,
) {
  const [confirmed, setConfirmed] = useState<Confirmed | undefined>(posted?.confirmed)
  const [finding, setFinding] = useState<'searching' | 'failed' | undefined>(
    !posted && stepOf(search) === 'lista' && appointmentOf(search) ? 'searching' : undefined,
  )
  const inTab = stored<Confirmed>('cita', business.id)

  function show(found: Confirmed) {
    setConfirmed(found)
    setFinding(undefined)
    inTab.set(found)
  }

  const links = async () => (await sending()).linksOf(business.id, now)

  return {
    confirmed,
    finding,

    booked(made: Confirmed) {
      show({ ...made, until: Date.now() + CORRECTION_MINUTES * 60_000 })
      void links().then(({ keep }) => keep(made))
    },

    /**
     * What this tab booked from that address, if anything: a page that is loaded again while it sends may be answered before the
     * next one comes, which would know nothing of it.
     */
    bookedFrom(search: string) {
      const kept = inTab.get()
      return kept?.from === search ? kept.appointment.id : undefined
    },

    correctedTo(client_email: string) {
      if (confirmed) show({ ...confirmed, appointment: { ...confirmed.appointment, client_email } })
    },

    /** Finds the confirmation that the address asks for, which may stand as it was booked. False when this browser knows nothing of it. */
    async find(onStanding?: () => void): Promise<boolean> {
      const id = appointmentOf(location.search)
      const kept = inTab.get() ?? confirmed
      const mine = kept && (!id || kept.appointment.id === id) ? kept : undefined
      if (mine) setConfirmed(mine)
      const { keep, drop, tokenOf, ask } = await links()
      const token = mine?.token ?? (id && tokenOf(id))
      setFinding(mine || !token ? undefined : 'searching')
      if (!token) return Boolean(mine)
      const answer = await ask(token, mine)
      // Meanwhile somebody may have gone on to another booking.
      if (appointmentOf(location.search) !== id) return true
      if (typeof answer === 'object') {
        show({ ...answer, until: mine?.until, shown: mine?.shown, from: mine?.from })
        keep(answer)
        if (!answer.isMoved && answer.appointment.status !== 'cancelled') onStanding?.()
      } else if (!mine) setFinding(answer === 'unreachable' ? 'failed' : undefined)
      else if (answer === 'refused') {
        inTab.clear()
        drop(mine)
        setConfirmed({ ...mine, isGone: true })
      }
      return Boolean(mine) || answer !== 'refused'
    },

    forget() {
      inTab.clear()
      if (confirmed) void links().then(({ drop }) => drop(confirmed))
      setConfirmed(undefined)
      setFinding(undefined)
    },
  }
}
