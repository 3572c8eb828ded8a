import { ANY } from '#domain/choice.ts'
import { isClockTime, isIsoDate } from '#domain/dates.ts'
import { idOf } from '#domain/fields.ts'
import type { Choice, Step } from './types.ts'

// The page's state is in its address, so that it can be linked, reloaded, gone back to, and used without
// script.

export function choiceOf(search: URLSearchParams): Choice {
  const service = idOf(search.get('servicio'))
  const variant = idOf(search.get('opcion'))
  const addons = search.getAll('adicional').flatMap((text) => idOf(text) ?? [])
  const who = search.get('profesional')
  const professional = who === ANY ? ANY : idOf(who)
  const date = search.get('fecha')
  const time = search.get('hora')
  return {
    ...(service && { service }),
    ...(variant && { variant }),
    ...(addons.length > 0 && { addons }),
    ...(professional && { professional }),
    ...(isIsoDate(date) && { date }),
    ...(isClockTime(time) && { time }),
  }
}

export function stepOf(search: string): Step {
  const step = new URLSearchParams(search).get('paso')
  return step === 'datos' || step === 'confirmar' || step === 'lista' ? step : 'cita'
}

/** The booked appointment whose confirmation the address asks for. */
export const appointmentOf = (search: string): number | undefined =>
  idOf(new URLSearchParams(search).get('cita'))

/** '?servicio=3&profesional=5&fecha=2026-11-20&hora=15:30&paso=datos' */
export function searchOf(choice: Choice, step: Step = 'cita', appointment?: number): string {
  const fields = hiddenFields(choice)
  if (step !== 'cita') fields.push(['paso', step])
  if (appointment) fields.push(['cita', String(appointment)])
  return '?' + fields.map(([name, value]) => `${name}=${value}`).join('&')
}

/** The choice as form fields. */
export function hiddenFields(choice: Choice): [name: string, value: string][] {
  const { service, variant, addons = [], professional, date, time } = choice
  const fields: [string, string | number | undefined][] = [
    ['servicio', service],
    ['opcion', variant],
    ...addons.map((addon): [string, number] => ['adicional', addon]),
    ['profesional', professional],
    ['fecha', date],
    ['hora', time],
  ]
  return fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
}
