/**
 * The queries behind an owner's screens, with 100,000 appointments over some two years in one business:
 * 25,000 clients, twelve services, mostly attended. Times cover the query and reading its rows, without
 * HTTP.
 */
import type { Filter } from '#domain/api/calls/appointments.ts'
import type { ClientsQuery } from '#domain/api/calls/clients.ts'
import { wholeOf } from '#server/accounts/scope.ts'
import type { BusinessId } from '#server/accounts/session.ts'
import {
  listAppointments,
  pageOfAppointments,
  pagesOfAppointments,
  unconfirmedAppointments,
} from '#server/appointments/owner-queries.ts'
import { appointmentsCsv, styleOf } from '#server/appointments/csv.ts'
import { foldCards } from '#server/clients/fold-queries.ts'
import { earlierClients, listClients } from '#server/clients/queries.ts'
import type { Db } from '#server/database/db.ts'
import { foldFigures } from '#server/metrics/fold.ts'
import {
  attendanceStats,
  businessMetrics,
  businessStats,
  dailyFigures,
  occupancy,
} from '#server/metrics/queries.ts'
import { listed, ofEmail } from '#server/portal/queries.ts'
import { everythingOf } from '#server/privacy/export.ts'
import { secretsOf } from '#server/secrets.ts'
import { CompiledQuery } from 'kysely'
import { shares } from './requests.ts'
import { fillBook, NOW } from './world.ts'

const TODAY = '2026-11-20'
const owner = 1 as BusinessId
const whole = wholeOf(owner)

export async function timeFigures(db: Db, times = 60) {
  await fillYears(db)
  const allTime = { from: null, to: null }
  const month = { from: '2026-11-01', to: '2026-11-30' }
  const page = (filter: Filter, offset = 0) => pageOfAppointments(db, whole, filter, { limit: 50, offset })
  const clients = (list: Partial<ClientsQuery>) =>
    listClients(db, whole, NOW, { limit: 20, offset: 0, ...list })
  const asked: Record<string, () => Promise<unknown>> = {
    stats: () => businessStats(db, owner, TODAY),
    metricsOfAllTime: () => businessMetrics(db, whole, allTime),
    metricsOfAMonth: () => businessMetrics(db, whole, month),
    metricsOf30Days: () => businessMetrics(db, whole, { from: '2026-10-22', to: TODAY }),
    attendance: () => attendanceStats(db, whole, allTime),
    days: () => dailyFigures(db, whole, allTime),
    occupancy: () => occupancy(db, whole, allTime),
    unconfirmed: () => unconfirmedAppointments(db, whole, TODAY, 1_000),
    upcoming: () =>
      pageOfAppointments(
        db,
        whole,
        { from: TODAY, status: 'scheduled', order: 'asc' },
        { limit: 5, offset: 0 },
      ),
    week: () => listAppointments(db, whole, { from: '2026-11-16', to: '2026-11-22', order: 'asc' }, 1_000),
    pageOfList: () => page({}),
    lastPageOfList: () => page({}, 99_950),
    pageOfCancelled: () => page({ status: 'cancelled' }),
    searchOfAName: () => page({ q: 'camila 77' }),
    searchOfNothing: () => page({ q: 'xyzw' }),
    searchOfALetter: () => page({ q: 'a' }),
    searchOfAService: () => page({ q: 'tinte', status: 'completed' }),
    earlierClients: () => earlierClients(db, whole, 'camila r'),
    earlierClientsByPhone: () => earlierClients(db, whole, '300'),
    clients: () => clients({}),
    lastPageOfClients: () => clients({ offset: 24_980 }),
    clientsByAppointments: () => clients({ sort: 'appointments', order: 'desc' }),
    clientsByLastVisit: () => clients({ sort: 'last_visit', order: 'desc' }),
    clientsByNextVisit: () => clients({ sort: 'next_visit' }),
    searchOfAClient: () => clients({ q: 'camila 77' }),
    portal: () => listed(ofEmail(db, owner, 'cliente77@correo.example'), NOW),
  }
  const figures: Record<string, ReturnType<typeof shares>> = {}
  for (const [name, ask] of Object.entries(asked)) figures[name] = await timesOf(ask, times)
  figures.metricsJustAfterABooking = await timesOf(
    () => businessMetrics(db, whole, allTime),
    times,
    () => touch(db),
  )
  figures.spreadsheetOfAll = await timesOf(
    () => drained(appointmentsCsv(pagesOfAppointments(db, whole), styleOf('America/Bogota'))),
    5,
  )
  figures.spreadsheetUntilItsFirstByte = await timesOf(
    async () => void (await pagesOfAppointments(db, whole).next()),
    5,
  )
  const secrets = secretsOf({ secretsKey: Buffer.alloc(32), dataDir: '' })
  figures.everything = await timesOf(() => drained(everythingOf(db, owner, secrets)), 5)
  return figures
}

async function drained(parts: AsyncIterable<string>) {
  for await (const _ of parts);
}

/**
 * Milliseconds of `ask`, run `times` times after five warm-up runs; `before` runs before each and is not
 * counted.
 */
export async function timesOf(ask: () => Promise<unknown>, times: number, before = async () => {}) {
  const taken: number[] = []
  for (let i = 0; i < times + 5; i++) {
    await before()
    const begun = performance.now()
    await ask()
    if (i >= 5) taken.push(performance.now() - begun)
  }
  return shares(taken)
}

/** Changes appointments, which leaves their day's figures stale until the job has run. */
const touch = async (db: Db) => {
  await run(
    db,
    `update appointments set price = price where business_id = 1 and appointment_date = '${TODAY}'`,
  )
}

async function fillYears(db: Db) {
  await fillBook(db, 100_000)
  await run(db, 'alter table appointments disable trigger appointments_figures')
  await run(
    db,
    `update appointments set
       client_name = (array['Camila', 'Andrés', 'Zoé', 'Luz Marina', 'José'])[client % 5 + 1] || ' ' ||
         (array['Rojas', 'Ñáñez', 'Gómez', 'Restrepo', 'Ospina', 'Pérez', 'Arango'])[client % 7 + 1] || ' ' || client,
       client_email = 'cliente' || client || '@correo.example', client_phone = '+57300' || 1000000 + client * 37,
       service_name = (array['Corte', 'Tinte', 'Manicura', 'Pedicura', 'Cejas', 'Balayage', 'Peinado', 'Barba',
         'Keratina', 'Masaje', 'Facial', 'Depilación'])[n % 12 + 1],
       price = 20000 + n % 12 * 7500,
       status = case when n % 10 = 0 then 'cancelled' else status end,
       attendance_status = case when status = 'scheduled' or n % 10 = 0 then 'pending' when n % 13 = 0 then 'no_show'
         else 'attended' end
     from (select id as key, row_number() over (order by id)::int as n from appointments) numbered
     cross join lateral (select (n * 7919) % 25000 as client) person
     where key = id and business_id = 1`,
  )
  await run(db, 'alter table appointments enable trigger appointments_figures')
  await run(
    db,
    `insert into figures_stale
     select distinct on (client_email) 1, appointment_date, client_email from appointments
     union all select distinct on (appointment_date) 1, appointment_date, client_email from appointments`,
  )
  // As bookings of these clients would have left it: each with a card.
  await run(
    db,
    `insert into client_cards (business_id, client_name, client_phone, client_email, source, created_at)
     select distinct on (client_email) 1, client_name, client_phone, client_email, 'booking', created_at
     from appointments where client_email like 'cliente%' order by client_email, id`,
  )
  await run(db, 'alter table appointments disable trigger user')
  await run(
    db,
    `update appointments a set card_id = c.id from client_cards c
     where c.business_id = a.business_id and c.client_email = a.client_email`,
  )
  await run(db, 'alter table appointments enable trigger user')
  await run(db, 'delete from client_cards where client_email not like $$cliente%$$')
  await run(db, 'insert into cards_stale select business_id, id from client_cards')
  await foldFigures({ db })
  await foldCards({ db, now: () => NOW })
  await run(db, 'vacuum full appointments')
  await run(db, 'vacuum analyze')
}

const run = (db: Db, text: string) => db.executeQuery(CompiledQuery.raw(text))
