import { amPm, dayMonth, addDays } from '#domain/dates.ts'
import type { Availability, Rule } from '#domain/availability.ts'
import { canBeWaived, SHUT, waivedBy, WARNINGS } from '#domain/counter.ts'
import { AGENDA_DAYS_AHEAD, type AgendaField, type AgendaRow } from '#domain/import/agenda-row.ts'
import { mayBeOne } from '#domain/import/names-alike.ts'
import type { Part } from '#domain/occupied.ts'
import { shutOn, type SpecialDay } from '#domain/special-hours.ts'
import type { Terms } from '#domain/terms.ts'
import { epochMinutes, today, wallClock } from '#domain/zone.ts'
import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../database/db.ts'
import { occupiedBy } from '../../database/occupied.ts'
import { availabilityOf, partsFor } from '../../schedules/availability.ts'
import { EVERY_DAY, professionalWithBusy } from '../../schedules/queries.ts'
import { termsFor } from '../../schedules/terms.ts'
import type { StoredRow } from '../queries.ts'
import { inTurns } from '../../turns/turns.ts'
import { idOf, readOfRow, type Place } from './place.ts'
import { importedBefore, inTheWay } from './taken-queries.ts'

/** A row whose appointment can be written. */
export interface Ready {
  n: number
  row: AgendaRow
  appointment_date: string
  appointment_time: string
  startsMs: number
  service_id: number
  professional_id: number
  professional_name: string
  terms: Terms
  parts: Part[]
  occupied: string
  /** By which the same row is known again. */
  key: string
}
export interface Wrong {
  n: number
  /** 'hours': it lies outside of them, which can be waived. */
  field: AgendaField | 'hours'
  error: string
}
export interface Judgement {
  ready: Ready[]
  wrong: Wrong[]
  /** There already, as an appointment; without one as an earlier row of the file. */
  known: { n: number; appointment_id?: number; card_id?: number | null }[]
}

type Facts = NonNullable<Awaited<ReturnType<typeof professionalWithBusy>>>

/**
 * Judges the rows of a list, one batch after the other, by the rules that bind the business when it books itself. Whether
 * a time is free is read here, so that it can be said; the database decides it.
 */
export function judging(db: Db | Tx, place: Place) {
  const { owner, nowMs, timezone } = place
  const first = today(timezone, nowMs)
  const dates = [addDays(first, -1), addDays(first, AGENDA_DAYS_AHEAD)] as const
  const waived: Rule[] = place.outside_hours
    ? [...waivedBy({ anyway: true }, false), 'notice']
    : ['grid', 'notice']
  const nameOf = new Map(place.offer.professionals.map(({ id, name }) => [id, name]))
  const serviceOf = new Map(place.offer.services.map(({ id, name }) => [id, name]))
  const facts = new Map<string, Promise<Facts | undefined>>()
  const rules = new Map<
    string,
    { terms: Terms; parts: Part[]; known: Availability; special_days: SpecialDay[] }
  >()
  const earlier = earlierRows()

  const factsOf = (professional_id: number, service_id: number) => {
    const pair = `${professional_id} ${service_id}`
    const known = facts.get(pair)
    if (known) return known
    const found = professionalWithBusy(db, nowMs, professional_id, service_id, EVERY_DAY, [...dates])
    facts.set(pair, found)
    return found
  }

  /** What the service takes with the professional, and when it can. */
  async function termsOf(professional_id: number, service_id: number, minutes: number | undefined) {
    const key = `${professional_id} ${service_id} ${minutes ?? ''}`
    const kept = rules.get(key)
    if (kept) return kept
    const found = await factsOf(professional_id, service_id)
    if (!found) return undefined
    const asked = {
      professional_id,
      service_id,
      owner,
      ...(minutes !== undefined && { duration_minutes: minutes }),
    }
    const far = { ...found, horizon_days: AGENDA_DAYS_AHEAD }
    const taken = { busy: [], begun: [], absences: found.absences }
    const made = {
      terms: termsFor(found, asked),
      parts: partsFor(found, asked),
      known: availabilityOf(far, asked, nowMs, dates, taken),
      special_days: found.special_days,
    }
    rules.set(key, made)
    return made
  }

  async function ruled(stored: StoredRow): Promise<Ready | Wrong> {
    const { n } = stored
    const read = readOfRow(stored, place)
    if (!('row' in read)) return { n, ...read }
    const { row } = read
    const service_id = idOf('services', row.service, place)
    if (!service_id) return { n, field: 'service', error: unknownService(row.service) }
    const professional_id = idOf('professionals', row.professional, place)
    if (!professional_id) return { n, field: 'professional', error: unknownProfessional(row.professional) }
    const { date, time } =
      typeof row.at === 'number' ? wallClock(Math.floor(row.at / 60_000), timezone) : row.at
    if (date < first)
      return { n, field: 'date', error: `El ${dayMonth(date)} de ${date.slice(0, 4)} ya pasó.` }
    const found = await termsOf(professional_id, service_id, row.minutes)
    const said = { professional: nameOf.get(professional_id)!, service: serviceOf.get(service_id)! }
    const rule = found ? found.known.refusal(date, time, waived) : 'inactive'
    const shut = found && (!rule || canBeWaived(rule)) && shutOn(found.special_days, date)
    if (shut) return { n, field: 'date', error: SHUT[shut] }
    if (!found || rule) return { n, ...sentenceOf(rule ?? 'inactive', said) }
    const startsMs = epochMinutes(date, time, timezone)! * 60_000
    return {
      n,
      row,
      appointment_date: date,
      appointment_time: time,
      startsMs,
      service_id,
      professional_id,
      professional_name: said.professional,
      terms: found.terms,
      parts: found.parts,
      occupied: occupiedBy(startsMs, found.parts),
      key: keyOf(row, startsMs, professional_id),
    }
  }

  return async (rows: StoredRow[]): Promise<Judgement> => {
    const judged: Judgement = { ready: [], wrong: [], known: [] }
    const possible: Ready[] = []
    for await (const stored of inTurns(rows)) {
      const each = await ruled(stored)
      if ('error' in each) judged.wrong.push(each)
      else possible.push(each)
    }
    const wanted = possible.map(({ n, professional_id, occupied, key }) => ({
      n,
      professional_id,
      occupied,
      key,
    }))
    const before = await importedBefore(
      db,
      owner,
      wanted.map(({ key }) => key),
    )
    const taken = Map.groupBy(await inTheWay(db, owner, wanted, nowMs), ({ n }) => n)
    for (const each of possible) {
      const { n, row, startsMs, professional_name } = each
      const own = before.get(each.key)
      if (own) {
        judged.known.push({ n, appointment_id: own.id, card_id: own.card_id })
        continue
      }
      const others = taken.get(n) ?? []
      const same = others.find(
        (other) => !other.is_hold && other.starts_at === startsMs && mayBeOne(other, row.client),
      )
      if (same) {
        judged.known.push({ n, appointment_id: same.appointment_id, card_id: same.card_id })
        continue
      }
      const [other] = others
      if (other) {
        judged.wrong.push({ n, field: 'time', error: takenAt(professional_name, other.starts_at, timezone) })
        continue
      }
      const inFile = earlier(each)
      if (inFile === undefined) judged.ready.push(each)
      else if (inFile.isSame) judged.known.push({ n })
      else
        judged.wrong.push({
          n,
          field: 'time',
          error: `Se cruza con la fila ${inFile.n}: ${professional_name} ya está con otra persona.`,
        })
    }
    return judged
  }
}

const unknownService = (name: string) =>
  name === '' ? 'Falta el servicio.' : `El servicio «${name}» no está en tu catálogo. Dinos cuál es.`
const unknownProfessional = (name: string) =>
  name === '' ? 'Falta el profesional.' : `«${name}» no es de tu equipo. Dinos quién es.`
const takenAt = (name: string, startsMs: number, timezone: string) =>
  `${name} ya tiene una cita a las ${amPm(wallClock(startsMs / 60_000, timezone).time)}.`

/** What the database says of a row that came too late. */
export const tookMeanwhile = (name: string) => `${name} ya no tiene libre esa hora.`

function sentenceOf(
  rule: Rule,
  { professional, service }: { professional: string; service: string },
): Pick<Wrong, 'field' | 'error'> {
  if (canBeWaived(rule)) return { field: 'hours', error: WARNINGS[rule]! }
  switch (rule) {
    case 'horizon':
      return { field: 'date', error: `La fecha está a más de ${AGENDA_DAYS_AHEAD} días: revísala.` }
    case 'skipped':
      return { field: 'time', error: 'Esa hora no existe ese día: cambia el reloj.' }
    case 'past':
    case 'notice':
      return { field: 'time', error: 'Esa hora ya pasó.' }
    case 'specialty':
      return { field: 'service', error: `${professional} no hace «${service}».` }
    case 'service':
      return { field: 'service', error: `El servicio «${service}» no está activo.` }
    case 'absence':
      return { field: 'time', error: `${professional} tiene un bloqueo a esa hora.` }
    default:
      return { field: 'professional', error: `${professional} no recibe citas.` }
  }
}

/** The same person at the same time with the same professional is the same row, in whatever file. */
function keyOf({ client }: AgendaRow, startsMs: number, professional_id: number): string {
  const who = [client.client_name, client.client_phone].map((text) => text.toLowerCase().normalize('NFC'))
  const hash = createHash('sha256').update(JSON.stringify([startsMs, professional_id, ...who]))
  return `import ${hash.digest('base64url')}`
}

/** Finds the earlier row of the file that takes the time of a later one. */
function earlierRows() {
  const byDay = new Map<string, Ready[]>()
  const DAY = 86_400_000
  const at = (professional: number, day: number) => `${professional} ${day}`
  return (each: Ready): { n: number; isSame: boolean } | undefined => {
    const day = Math.floor(each.startsMs / DAY)
    for (const near of [day - 1, day, day + 1])
      for (const other of byDay.get(at(each.professional_id, near)) ?? [])
        if (overlap(each, other)) return { n: other.n, isSame: other.key === each.key }
    const key = at(each.professional_id, day)
    const here = byDay.get(key)
    if (here) here.push(each)
    else byDay.set(key, [each])
    return undefined
  }
}

const overlap = (one: Ready, other: Ready): boolean => {
  const apart = (other.startsMs - one.startsMs) / 60_000
  return one.parts.some(([from, to]) =>
    other.parts.some(([begin, end]) => from < end + apart && begin + apart < to),
  )
}
