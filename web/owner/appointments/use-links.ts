import { isClockTime, isIsoDate } from '#domain/dates.ts'
import { useEffect } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../calendar/appointment.ts'
import { fetchAppointment } from './fetch.ts'
import type { Preset } from './form/values.ts'
import type { View } from './use-view.ts'

/** The window over the agenda. */
export type Open =
  | { view: 'detail'; one: Appointment }
  | { view: 'form'; edited?: Appointment; preset?: Preset }
  | { view: 'settle' }

/** What an address of another screen asks for: ?nueva=1, ?cita=12 or ?revisar=1. It is done once. */
export function useLinks(view: View, setOpen: (open: Open) => void) {
  const { params, show } = view
  useEffect(() => {
    const [date, time] = [params.get('fecha'), params.get('hora')]
    const [professional, id] = [Number(params.get('profesional')), Number(params.get('cita'))]
    if (params.has('nueva'))
      setOpen({
        view: 'form',
        preset: {
          ...(isIsoDate(date) && { date }),
          ...(isClockTime(time) && isIsoDate(date) && { time }),
          ...(professional > 0 && { professional_id: professional }),
        },
      })
    else if (params.has('revisar')) setOpen({ view: 'settle' })
    else if (id > 0)
      fetchAppointment(id).then(
        ({ appointment }) => setOpen({ view: 'detail', one: appointment }),
        () => toast.error('Cita no encontrada'),
      )
    else return
    show({
      ...{ nueva: undefined, hora: undefined, profesional: undefined },
      cita: undefined,
      revisar: undefined,
    })
  }, [params, show, setOpen])
}
