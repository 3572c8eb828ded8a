import { type Gap, gapsOf } from '#domain/day-gaps.ts'
import type { Range } from '#domain/schedule.ts'
import { hoursOn } from '#domain/schedule.ts'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Appointment } from '../../data/appointment.ts'
import { type Block, takes, useBlocks } from '../../data/dates/use-blocks.ts'
import { type Filters, isEmpty, matchesFilters } from '../filters.ts'
import { initialsOf, shortNames } from '#domain/team-names.ts'
import { type Person, usePeople } from '../people/use-people.ts'
import { imageSrc } from '../../../ui/image-src.ts'
import type { Whose } from './card.tsx'
import type { Catalogue } from '../use-catalogue.ts'
import { useSpecialHours } from '../../data/dates/use-special-hours.ts'
import type { View } from '../use-view.ts'
import type { Place } from './ghost.ts'
import { isRest } from '../taken/overnight.ts'
import { hoursShown, rangesOf } from './rows.ts'
import { isSameList, useSameList } from './use-shown-days.ts'

interface Options {
  view: View
  catalogue: Catalogue
  business: number
  dates: string[]
  listOn: (date: string) => readonly Appointment[] | undefined
  filters: Filters
}

const NONE: readonly Appointment[] = []
// As many can be told from each other where columns are days.
const FEW = 4

/** What stands side by side: days, or the professionals of one day; and what each column holds. */
export function useColumns({ view, catalogue, business, dates, listOn, filters }: Options) {
  const { week, rulesOf, needHours, professionals } = catalogue
  const isByPerson = view.isByPerson
  const lists = useSameList(dates.map((date) => listOn(date) ?? NONE))
  const only = Number(filters.professional)
  const team = { business, professionals, only }
  const ofDay = usePeople({ ...team, appointments: isByPerson ? lists[0]! : NONE })
  const chosen = usePeople({ ...team, appointments: isByPerson ? NONE : lists.flat(), few: FEW })
  const people = isByPerson ? ofDay : chosen
  /** Whose appointments alone are shown where columns are days; undefined: everybody's. */
  const among = !isByPerson && view.isLarge ? chosen.shown : undefined
  useEffect(() => {
    if (isByPerson) needHours()
  }, [isByPerson, needHours])

  const columns = useMemo((): Place[] => {
    if (!isByPerson) return dates.map((date) => ({ date }))
    const names = shortNames(people.all)
    const place = (id: number) => ({ professional_id: id, professional_name: names.get(id)! })
    return people.shown.map(({ id }) => ({ date: dates[0]!, ...place(id) }))
  }, [isByPerson, dates, people.all, people.shown])

  const matching = useMemo(
    () =>
      isEmpty(filters)
        ? lists
        : lists.map((list) => list.filter((appointment) => matchesFilters(appointment, filters))),
    [lists, filters],
  )
  const found = useMemo(
    () => (among ? matching.map((list) => list.filter((one) => isOf(one, among))) : matching),
    [matching, among],
  )
  // A column whose appointments stay the same is not rendered again.
  const appointments = useStableLists(
    useMemo(
      () =>
        columns.map(({ professional_id: id }, column) =>
          id === undefined
            ? (found[column] ?? NONE)
            : found[0]!.filter((appointment) => appointment.professional_id === id),
        ),
      [columns, found],
    ),
  )

  const blocksOn = useBlocks(dates)
  // What is blocked of somebody who was deleted says nothing any more, but where an appointment of theirs remains.
  const known = useMemo(() => [...people.all, ...(professionals ?? [])], [people.all, professionals])
  const blocks = useStableLists(
    useMemo(
      () =>
        columns.map(({ date, professional_id: id = only }) =>
          blocksOn(date).filter((block) => (id ? takes(block, id) : takesAny(block, among ?? known))),
        ),
      [columns, blocksOn, only, among, known],
    ),
  )
  const whoOf = useCallback(
    ({ row }: Block) =>
      row.professional_id === null
        ? undefined
        : known.find(({ id }) => id === row.professional_id)?.professional_name,
    [known],
  )

  const whose = useMemo(() => {
    if (only || people.all.length < 2) return undefined
    const letters = initialsOf(people.all)
    return new Map(
      people.all.map(({ id, avatar_url }): [number, Whose] => [
        id,
        { letters: letters.get(id)!, src: imageSrc(avatar_url, 72) },
      ]),
    )
  }, [people.all, only])

  const { hoursOf, nameOf } = useSpecialHours(dates)
  const [hours, hoursAbove] = useMemo(() => {
    const special = dates.flatMap((date) => hoursOf()[date]?.open ?? [])
    const all = appointments.flat()
    const hours = hoursShown(week, all, special, blocks.flat())
    const own = all.filter((one) => !isRest(one))
    return [hours, hoursShown(week, own, special).first - hours.first] as const
  }, [week, appointments, hoursOf, dates, blocks])
  const ranges = useMemo(
    (): Range[][] =>
      rangesOf(dates, week, only ? rulesOf(only).professionalWeek : undefined, hoursOf(only || undefined)),
    [dates, week, only, rulesOf, hoursOf],
  )
  const gaps = useMemo(
    (): Gap[][] =>
      isByPerson
        ? columns.map(({ date, professional_id }) => {
            const { professionalWeek = [] } = rulesOf(professional_id!)
            const special_hours = hoursOf(professional_id)
            const own = { business_week: week, professional_week: professionalWeek, special_hours }
            return gapsOf(hoursOn(own, date), [hours.first, hours.last])
          })
        : [],
    [isByPerson, columns, week, rulesOf, hours, hoursOf],
  )
  return {
    columns,
    people,
    reveal: people.reveal,
    lists,
    appointments,
    /** Those who are not shown but have appointments that the filters match. */
    unseen: isEmpty(filters)
      ? []
      : people.all.filter(
          (one) =>
            !people.shown.includes(one) && matching.flat().some((appointment) => isOf(appointment, [one])),
        ),
    blocks,
    blocksOn,
    whoOf,
    whose,
    hours,
    /** How many of the minutes shown lie before the others, for a block there alone or the rest of the day before. */
    hoursAbove,
    ranges,
    gaps,
    /** The special hours of a professional, by date. */
    specialOf: hoursOf,
    /** What a date is called: 'Navidad'. */
    nameOf,
  }
}

const isOf = ({ professional_id }: Appointment, people: readonly Person[]) =>
  people.some(({ id }) => id === professional_id)

/** Whether it takes the time of one of these, or of the whole business. */
const takesAny = (block: Block, people: readonly Person[]) =>
  block.row.professional_id === null || people.some(({ id }) => takes(block, id))

/** The lists of before, each while its members are the same. */
function useStableLists<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const before = useRef(lists)
  return useMemo(() => {
    const next = lists.map((list) => before.current.find((old) => isSameList(old, list)) ?? list)
    return (before.current = isSameList(before.current, next) ? before.current : next)
  }, [lists])
}
