/** The queries of the administrator's panel, with 100,000 businesses and as many appointments. */
import type { BusinessesQuery } from '#domain/api/calls/admin.ts'
import { countBusinesses, listBusinesses } from '#server/admin/list-queries.ts'
import { growth, platformMetrics } from '#server/admin/queries.ts'
import type { Db } from '#server/database/db.ts'
import { CompiledQuery } from 'kysely'
import { timesOf } from './figures.ts'
import { fillBook, NOW, owners } from './world.ts'

export async function timeAdmin(db: Db, times = 40) {
  await fillPlatform(db)
  const page = (list: BusinessesQuery) =>
    Promise.all([listBusinesses(db, { limit: 50, ...list }), countBusinesses(db, list.q)])
  const asked: Record<string, () => Promise<unknown>> = {
    totals: () => platformMetrics(db, Date.now()),
    growth: () => growth(db, NOW),
    newest: () => page({}),
    lastPage: () => page({ offset: 99_950 }),
    byName: () => page({ sort: 'business_name', order: 'asc' }),
    byAppointments: () => page({ sort: 'total_appointments' }),
    searchOfAName: () => page({ q: 'peluqueria 77' }),
    searchOfNothing: () => page({ q: 'xyzw' }),
    searchOfALetter: () => page({ q: 'a' }),
  }
  const figures: Record<string, Awaited<ReturnType<typeof timesOf>>> = {}
  for (const [name, ask] of Object.entries(asked)) figures[name] = await timesOf(ask, times)
  return figures
}

async function fillPlatform(db: Db) {
  await fillBook(db, 100_000)
  await run(
    db,
    `with b as (
       insert into businesses (id, business_name, business_type, email, phone, slug, created_at)
       select 1000 + n, (array['Peluquería', 'Barbería', 'Estética', 'Spa'])[n % 4 + 1] || ' ' || n, 'Otro',
         'negocio' || n || '@correo.example', '+57300' || 1000000 + n, 'negocio-' || n,
         timestamptz '2026-11-20' - n * interval '8 minutes'
       from generate_series(1, 100000) n on conflict do nothing returning *),
     ${owners('b')}
     insert into slugs (slug, business_id) select slug, id from b on conflict do nothing`,
  )
  await run(
    db,
    `insert into services (business_id, id, service_name) select id, 1, 'Corte' from businesses where id > 1000
     on conflict do nothing`,
  )
  await run(db, 'vacuum analyze')
}

const run = (db: Db, text: string) => db.executeQuery(CompiledQuery.raw(text))
