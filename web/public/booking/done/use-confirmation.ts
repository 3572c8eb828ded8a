import type { Answer } from '#domain/api/calls.ts'
import { CORRECTION_MINUTES } from '#domain/choice.ts'
import { useState } from 'react'
import { appointmentOf, stepOf } from '../../business/address.ts'
import type { Appointment, BookingData } from '../../business/types.ts'
import { stored } from '../stored.ts'
import type { Posted } from '../submit.ts'

/** A booked appointment, as it stands now, with the token that opens it in the portal. */
export interface Confirmed {
  appointment: Omit<Appointment, 'status'> & {
    status: string
    /** How often it changed; missing as it was booked. */
    sequence?: number
  }
  token?: string | undefined
  /** It was moved to the time it shows. */
  isMoved?: boolean
  /** Until when its e-mail can be corrected, by this device's clock; for whoever booked it here. */
  until?: number | undefined
}

/** Opens a confirmation whose tab was closed. Holds nothing of the person, and goes when the appointment is over. */
type Links = Record<number, { token: string; ends: number }>

/**
 * The confirmation of what was booked here. It is shown at its address for as long as the appointment lasts, however
 * often it is reloaded, and says what stands: the appointment may have been moved or cancelled meanwhile.
 */
export function useConfirmation({ business, now }: BookingData, search: string, posted: Posted | undefined) {
  const [confirmed, setConfirmed] = useState<Confirmed | undefined>(
    posted?.appointment && { appointment: posted.appointment, token: posted.token },
  )
  const [finding, setFinding] = useState<'searching' | 'failed' | undefined>(
    !posted && stepOf(search) === 'lista' && appointmentOf(search) ? 'searching' : undefined,
  )
  const inTab = stored<Confirmed>('cita', business.id)
  const inBrowser = stored<Links>('enlaces', business.id, { isKept: true })

  function show(found: Confirmed) {
    setConfirmed(found)
    setFinding(undefined)
    inTab.set(found)
  }

  function links(): Links {
    const all = Object.entries(inBrowser.get() ?? {})
    return Object.fromEntries(all.filter(([, { ends }]) => ends > now))
  }

  return {
    confirmed,
    finding,

    booked(appointment: Appointment, token: string) {
      show({ appointment, token, until: Date.now() + CORRECTION_MINUTES * 60_000 })
      const ends = Date.parse(appointment.starts_at) + (appointment.duration_minutes || 60) * 60_000
      inBrowser.set({ ...links(), [appointment.id]: { token, ends } })
    },

    correctedTo(client_email: string) {
      if (confirmed) show({ ...confirmed, appointment: { ...confirmed.appointment, client_email } })
    },

    /** Finds the confirmation that the address asks for. False when this browser knows nothing of it. */
    async find(): Promise<boolean> {
      const id = appointmentOf(location.search)
      const kept = inTab.get()
      const mine = kept && (!id || kept.appointment.id === id) ? kept : undefined
      if (mine) setConfirmed(mine)
      const token = mine?.token ?? (id && links()[id]?.token)
      setFinding(mine || !token ? undefined : 'searching')
      if (!token) return Boolean(mine)
      const answer = await ask(token)
      // Meanwhile somebody may have gone on to another booking.
      if (appointmentOf(location.search) !== id) return true
      if (typeof answer === 'object') show({ ...answer, until: mine?.until })
      else if (!mine) setFinding(answer === 'unreachable' ? 'failed' : undefined)
      return Boolean(mine) || answer !== 'refused'
    },

    forget() {
      inTab.clear()
      if (confirmed) {
        const { [confirmed.appointment.id]: _, ...others } = links()
        inBrowser.set(others)
      }
      setConfirmed(undefined)
      setFinding(undefined)
    },
  }
}

async function ask(token: string): Promise<Confirmed | 'refused' | 'unreachable'> {
  try {
    const response = await fetch(`/api/client-auth/validate-token?token=${token}`)
    if (response.status === 401) return 'refused'
    const { appointments, client }: Answer<'GET /api/client-auth/validate-token'> = await response.json()
    const [found] = appointments
    if (!found) return 'refused'
    const appointment = { ...found, client_name: client.client_name }
    return { token, appointment, isMoved: found.rescheduled_from !== null }
  } catch {
    return 'unreachable'
  }
}
