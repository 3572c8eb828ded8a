import { canEdit } from '#domain/appointment.ts'
import { clockTime, dayOfWeek, type IsoDate, minutesOf } from '#domain/dates.ts'
import type { Quick, QuickPart } from '#domain/quick/meaning.ts'
import { nameScore, nameWords } from '#domain/quick/names.ts'
import { fitsCard } from '#domain/quick/phones.ts'
import { readSentence } from '#domain/quick/parse.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type EarlierClient, someQuery } from '../../data/appointments.ts'
import { namesakesQuery } from '../../data/clients.ts'
import { freeTimesQuery } from '../../data/free-times.ts'
import { useDebounced } from '../../parts/use-debounced.ts'
import type { Catalogue } from '../use-catalogue.ts'

const TYPING_MS = 200
const MOST_APPOINTMENTS = 5
/** What was cancelled of theirs, or is over, is among them. */
const MOST_LOOKED_AT = 50

/** The parts that a chip shows and changes, as the form's fields have them: ids as text, '' where nothing is known. */
export type QuickValues = Record<Exclude<QuickPart, 'client'>, string>

type Changed = Partial<Record<keyof QuickValues, { value: string; instead: string }>>

/** What a sentence means for this business, with what was changed at the chips. */
export function useQuick(catalogue: Catalogue, now: { date: IsoDate; minute: number }, typed: () => string) {
  const [text, setText] = useState(typed)
  const [changed, setChanged] = useState<Changed>({})
  const [pickedClient, pickClient] = useState<EarlierClient | 'new'>()
  const quick = useMemo(() => readSentence(text, factsOf(catalogue, now)), [text, catalogue, now])

  const read = valuesOf(quick)
  // A change at a chip holds until the sentence says something else there.
  const values = { ...read }
  for (const [part, { value, instead }] of Object.entries(changed) as [
    keyof QuickValues,
    { value: string; instead: string },
  ][])
    if (read[part] === instead) values[part] = value
  const isDoubtful = (part: keyof QuickValues) =>
    quick.doubts[part] !== undefined && changed[part]?.instead !== read[part]

  const typedWords = quick.action === 'block' ? '' : (quick.client?.text ?? quick.phone ?? '')
  const words = useDebounced(typedWords, TYPING_MS)
  const by = quick.client && 'name'
  const isAsked = words.length >= 2 && (!by || nameWords(words).length > 0)
  const known = useKnownClients(words, isAsked && quick.action === 'book', by)
  const next = useNextAppointments(words, isAsked && quick.action === 'move', by, now.date)
  const { clients, moreClients } = known
  const { appointments, moreAppointments } = next
  // An answer to the words before says nothing of these.
  const isSeen = words === typedWords && known.isSeen && next.isSeen
  const isComplete =
    values.service !== '' && values.professional !== '' && values.date !== '' && values.time !== ''
  const free = useQuery({
    ...freeTimesQuery(
      { professional_id: values.professional, service_id: values.service, editedId: undefined },
      values.date,
    ),
    enabled: isComplete && quick.action === 'book',
  })
  const isListed = pickedClient && pickedClient !== 'new' && clients.some((one) => isSame(one, pickedClient))
  return {
    text,
    setText,
    quick,
    values,
    isDoubtful,
    change: (part: keyof QuickValues, value: string) =>
      setChanged((before) => ({ ...before, [part]: { value, instead: read[part] } })),
    /** Of a block of several days. */
    last: quick.last && values.date && quick.last > values.date ? quick.last : undefined,
    until: quick.until === undefined ? undefined : clockTime(quick.until),
    clients,
    /** How many more the name may mean. */
    moreClients,
    /** Whether it is known who or what is meant by the words as they are now. */
    isSeen,
    hasFailed: known.hasFailed || next.hasFailed,
    /** The one that was picked, or the only one; undefined while it may be several or somebody new. */
    client: !isSeen
      ? undefined
      : isListed
        ? pickedClient
        : pickedClient !== 'new' && moreClients === 0
          ? onlyOf(clients, quick.phone)
          : undefined,
    isNew: pickedClient === 'new',
    pickClient,
    appointments,
    moreAppointments,
    /** Whether the time can be booked; undefined while that is not known. */
    isFree: isComplete && free.data ? free.data.times.includes(values.time) : undefined,
  }
}

export type QuickState = ReturnType<typeof useQuick>

export const isSame = (one: EarlierClient, other: EarlierClient | 'new' | undefined) =>
  other !== undefined && other !== 'new' && one.id === other.id

/** A namesake with another telephone is somebody else, until they are picked. */
const onlyOf = (clients: readonly EarlierClient[], phone: string | undefined) =>
  clients.length === 1 && fitsCard(phone, clients[0]!.client_phone) ? clients[0] : undefined

/** 'ana ruiz' is written 'Ana Ruiz'. */
export const capitals = (name: string) =>
  name.replace(/(?<=^|\s)\p{Ll}(?=\p{L}{2})/gu, (letter) => letter.toUpperCase())

type By = 'name' | undefined

/** Whether a name may be meant: a server of the version before finds 'Ana' inside 'Adriana', and as a professional's name. */
const isMeant = (words: string, by: By, { client_name }: { client_name: string }) =>
  !by || nameScore(nameWords(words), nameWords(client_name)) > 0

function useKnownClients(words: string, enabled: boolean, by: By) {
  const { data, isError } = useQuery({ ...namesakesQuery(words, by), enabled })
  return useMemo(() => {
    const { clients, total } = enabled && data ? data : { clients: [] as EarlierClient[], total: 0 }
    return {
      ...stateOf(enabled, data, isError),
      clients: clients.filter((one) => isMeant(words, by, one)),
      moreClients: total - clients.length,
    }
  }, [enabled, data, isError, words, by])
}

/**
 * What stands of theirs from today on, soonest first, and whether there is more of it. Who comes late has an appointment that
 * has begun, which can be moved, too.
 */
function useNextAppointments(words: string, enabled: boolean, by: By, today: IsoDate) {
  const { data, isError } = useQuery({
    ...someQuery({ q: words, ...(by && { by }), from: today, order: 'asc', limit: MOST_LOOKED_AT }),
    enabled,
  })
  return useMemo(() => {
    const { appointments: found, total } = enabled && data ? data : { appointments: [], total: 0 }
    const next = found.filter((one) => isMeant(words, by, one) && !canEdit(one))
    return {
      ...stateOf(enabled, data, isError),
      appointments: next.slice(0, MOST_APPOINTMENTS),
      moreAppointments: next.length > MOST_APPOINTMENTS || found.length < total,
    }
  }, [enabled, data, isError, words, by])
}

const stateOf = (enabled: boolean, data: unknown, isError: boolean) => ({
  isSeen: !enabled || data !== undefined,
  hasFailed: enabled && data === undefined && isError,
})

const valuesOf = ({ date, time, service, professional }: Quick): QuickValues => ({
  date: date ?? '',
  time: time === undefined ? '' : clockTime(time),
  service: service ? String(service.id) : '',
  professional: professional ? String(professional.id) : '',
})

function factsOf({ services, professionals, week }: Catalogue, now: { date: IsoDate; minute: number }) {
  const openingOf = (date: IsoDate | undefined) => {
    const days = date === undefined ? week : week.filter((day) => day.day_of_week === dayOfWeek(date))
    const hours = days.flatMap(({ is_open, open_time, close_time }) => {
      return is_open && open_time && close_time
        ? [[minutesOf(open_time), minutesOf(close_time)] as const]
        : []
    })
    if (hours.length === 0) return undefined
    return [Math.min(...hours.map(([from]) => from)), Math.max(...hours.map(([, to]) => to))] as const
  }
  return {
    now,
    services: (services ?? [])
      .filter(({ is_active }) => is_active)
      .map(({ id, service_name }) => ({ id, name: service_name })),
    professionals: (professionals ?? [])
      .filter(({ is_active }) => is_active)
      .map(({ id, professional_name }) => ({ id, name: professional_name })),
    clients: [],
    openingOf,
  }
}
