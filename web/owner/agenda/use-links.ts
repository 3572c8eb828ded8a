import { isClockTime, isIsoDate } from '#domain/dates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../data/appointment.ts'
import { appointmentQuery } from '../data/appointments.ts'
import { clientQuery, type WholeClient } from '../data/clients.ts'
import { type TimeOff, timeOffDetailQuery } from '../data/time-off.ts'
import type { BlockPreset } from './block/values.ts'
import { useOpenDraft } from '../draft/use-draft.ts'
import type { Preset } from './form/values.ts'
import type { View } from './use-view.ts'

/** The dialog over the agenda. */
export type Open =
  | { view: 'detail'; appointment: Appointment }
  /** `back`: what shows again after it. */
  | { view: 'form'; edited?: Appointment; preset?: Preset; back?: Open }
  | { view: 'block'; edited?: TimeOff; preset?: BlockPreset }
  | { view: 'quick' }
  | { view: 'review' }

/** Opens once what the address asks for: ?nueva=1 (&cliente=7 for that client, &repetir=1 what came last), ?bloquear=1, ?cita=12 (&editar=1 to change it) or ?revisar=1. */
export function useLinks({ params, show }: View, setOpen: (open: Open) => void) {
  const client = useQueryClient()
  useOpenDraft('cita', true, (row) => {
    if (row === undefined) return setOpen({ view: 'form' })
    client.fetchQuery(appointmentQuery(row)).then(
      ({ appointment }) => setOpen({ view: 'form', edited: appointment }),
      () => toast.error('Cita no encontrada'),
    )
  })
  useOpenDraft('frase', true, () => setOpen({ view: 'quick' }))
  useOpenDraft('bloqueo', true, (row) => {
    if (row === undefined) return setOpen({ view: 'block' })
    client.fetchQuery(timeOffDetailQuery(row)).then(
      ({ time_off }) => setOpen({ view: 'block', edited: time_off }),
      () => toast.error('Bloqueo no encontrado'),
    )
  })
  useEffect(() => {
    const id = Number(params.get('cita'))
    const card = Number(params.get('cliente'))
    if (params.has('nueva') && card > 0)
      client.fetchQuery(clientQuery(card)).then(
        (whole) => setOpen({ view: 'form', preset: presetFor(whole, params.has('repetir')) }),
        () => toast.error('Cliente no encontrado'),
      )
    else if (params.has('nueva')) setOpen({ view: 'form', preset: presetOf(params) })
    else if (params.has('bloquear')) setOpen({ view: 'block', preset: presetOf(params) })
    else if (params.has('revisar')) setOpen({ view: 'review' })
    else if (id > 0)
      client.fetchQuery(appointmentQuery(id)).then(
        ({ appointment }) =>
          setOpen(
            params.has('editar') ? { view: 'form', edited: appointment } : { view: 'detail', appointment },
          ),
        () => toast.error('Cita no encontrada'),
      )
    else return
    show({
      nueva: undefined,
      bloquear: undefined,
      hora: undefined,
      profesional: undefined,
      cita: undefined,
      editar: undefined,
      revisar: undefined,
      cliente: undefined,
      repetir: undefined,
    })
  }, [client, params, show, setOpen])
}

function presetOf(params: URLSearchParams): Preset {
  const [date, time] = [params.get('fecha'), params.get('hora')]
  const professional = Number(params.get('profesional'))
  return {
    ...(isIsoDate(date) && { date }),
    ...(isClockTime(time) && isIsoDate(date) && { time }),
    ...(professional > 0 && { professional_id: professional }),
  }
}

/** For a client: without an e-mail like somebody who walks in; repeated: the same as at the last visit that was not cancelled. */
function presetFor(client: WholeClient, isRepeated: boolean): Preset {
  const last = client.history.find(({ status }) => status !== 'cancelled')
  return {
    client,
    ...(!client.client_email && { walk_in: true }),
    ...(isRepeated && last && { service_id: last.service_id, professional_id: last.professional_id }),
  }
}
