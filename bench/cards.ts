/** A page of the clients' cards with 50,000 of them in one business: half with four appointments each, half written by hand. */
import type { CardsQuery } from '#domain/api/calls/cards.ts'
import { wholeOf } from '#server/accounts/scope.ts'
import type { BusinessId } from '#server/accounts/session.ts'
import { celebrated } from '#server/birthdays/queries.ts'
import { earlierClients } from '#server/clients/queries.ts'
import { returning } from '#server/recall/queries.ts'
import { listCards } from '#server/clients/list-queries.ts'
import { alikeCards } from '#server/clients/alike-queries.ts'
import { foldCards } from '#server/clients/fold-queries.ts'
import { wholeCard } from '#server/clients/whole-card-queries.ts'
import type { Db } from '#server/database/db.ts'
import { CompiledQuery } from 'kysely'
import { timesOf } from './figures.ts'
import type { shares } from './requests.ts'
import { fillBook, NOW } from './world.ts'

const owner = 1 as BusinessId
const whole = wholeOf(owner)

async function fillCards(db: Db) {
  await fillBook(db, 100_000)
  await run(
    db,
    `update appointments set attendance_status = case when id % 13 = 0 then 'no_show' else 'attended' end
     where status = 'completed'`,
  )
  await run(
    db,
    `insert into client_cards (business_id, client_name, client_phone, client_email, source, created_at, folded_at)
     select 1, (array['Camila', 'Andrés', 'Zoé', 'Luz Marina', 'José'])[n % 5 + 1] || ' ' ||
         (array['Rojas', 'Ñáñez', 'Gómez', 'Restrepo', 'Ospina', 'Pérez', 'Arango'])[n % 7 + 1] || ' ' || n,
       '+57310' || 1000000 + n * 37, 'ficha' || n || '@correo.example', 'import', now(), now()
     from generate_series(1, 25000) n`,
  )
  // A third has a birthday, a fifth one of two tags.
  await run(
    db,
    `update client_cards set birthday = to_char(date '2000-01-01' + (id % 366)::int, 'MM-DD') where id % 3 = 0`,
  )
  await run(
    db,
    `insert into client_tags (business_id, id, label, colour) values (1, 1, 'VIP', 1), (1, 2, 'Color', 2) on conflict do nothing`,
  )
  await run(
    db,
    `insert into client_card_tags (business_id, card_id, tag_id)
     select 1, id, 1 + id % 2 from client_cards where id % 5 = 0`,
  )
  await run(db, `update services set return_weeks = 4 where business_id = 1`)
  await foldCards({ db, now: () => NOW })
  await run(db, 'vacuum analyze')
}

export async function timeCards(db: Db, times = 60) {
  await fillCards(db)
  const { id } = await db.selectFrom('client_cards').select('id').orderBy('id').executeTakeFirstOrThrow()
  const page = (query: Partial<CardsQuery>) => () =>
    listCards(db, whole, NOW, { limit: 20, offset: 0, ...query })
  const asked: Record<string, () => Promise<unknown>> = {
    plain: page({}),
    lastPage: page({ offset: 49_980 }),
    searchOfAName: page({ q: 'camila rojas' }),
    searchOfALetter: page({ q: 'a' }),
    searchOfATagsLetter: page({ q: 'v' }),
    searchOfTwoTags: page({ q: 'color vip' }),
    searchOfAPhone: page({ q: '300100' }),
    searchOfNothing: page({ q: 'xyzw' }),
    byVisits: page({ sort: 'visits', order: 'desc' }),
    bySpent: page({ sort: 'spent', order: 'desc' }),
    byLastVisit: page({ sort: 'last_visit', order: 'desc' }),
    byNextVisit: page({ sort: 'next_visit' }),
    onlyNew: page({ only: 'new' }),
    onlyFrequent: page({ only: 'frequent' }),
    onlyNoShows: page({ only: 'no_shows' }),
    onlyOfATag: page({ tag: 1 }),
    searchOfATag: page({ q: 'color' }),
    lookUp: () => earlierClients(db, whole, 'camila r'),
    lookUpOfAPhone: () => earlierClients(db, whole, '300 100'),
    birthdays: () => celebrated(db, owner, '2026-11-20'),
    inactive: () => returning(db, owner, { limit: 20, offset: 0, nowMs: NOW }),
    duplicates: () => alikeCards(db, whole, NOW, { limit: 20, offset: 0 }),
    one: () => wholeCard(db, whole, id, { user_id: 1, nowMs: NOW, health: whole }),
  }
  const figures: Record<string, ReturnType<typeof shares>> = {}
  for (const [name, ask] of Object.entries(asked)) figures[name] = await timesOf(ask, times)
  return figures
}

const run = (db: Db, text: string) => db.executeQuery(CompiledQuery.raw(text))
