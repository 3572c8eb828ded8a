/**
 * Very many at once: 200 customers, each opening a page, asking for days and booking, without a pause, while 500 panels hear of it.
 */
import { addDays, clockTime } from '#domain/dates.ts'
import { today } from '#domain/zone.ts'
import type { Db } from '#server/database/db.ts'
import { newToken } from '#server/tokens.ts'
import { CompiledQuery } from 'kysely'
import { readFileSync } from 'node:fs'
import { Agent, get, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startBeside, startProduct } from './started.ts'
import { folder, owners } from './world.ts'

const CUSTOMERS = Number(process.env.CUSTOMERS ?? 200)
const SCREENS = Number(process.env.SCREENS_OPEN ?? 500)
const SECONDS = Number(process.env.MANY_SECONDS ?? 60)
/** As many as the defaults of one session and one business allow, and their share of the customers. */
const PER_SESSION = 10
const BUSINESSES = 5
const FIRST = 100
/** Around the clock, so that each booking finds a time of its own. */
const PROFESSIONALS = 100
const TIMES = 95

const agent = new Agent({ keepAlive: true, maxSockets: CUSTOMERS })

export async function timeMany(db: Db) {
  await makeBusinesses(db)
  const sink = await startBeside('sink.ts')
  const env = {
    SMTP_URL: sink.url,
    MAIL_FROM: 'citas@enpunto.example',
    // One address here stands for everybody.
    BOOKINGS_PER_NETWORK: '100000000',
    BOOKINGS_PER_BUSINESS: '100000000',
    CHANGES_PER_MEMBER: '100000000',
    CHANGES_PER_BUSINESS: '100000000',
    CONNECTIONS_PER_NETWORK: '2000',
  }
  const product = await startProduct(folder, env)
  const screens = await openScreens(db, product.url)
  const megabytes = () =>
    Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))![1]) / 1024)
  // Once through, so that what is compiled late is.
  await customers(product.url, 3, 'warm')
  const memory = [megabytes()]
  const look = setInterval(() => memory.push(megabytes()), SECONDS * 100)
  const heardBefore = screens.heard()
  const figures = await customers(product.url, SECONDS, 'many')
  clearInterval(look)
  const result = {
    customers: CUSTOMERS,
    screens: screens.open(),
    seconds: SECONDS,
    ...figures,
    heard: screens.heard() - heardBefore,
    lostScreens: SCREENS - screens.open(),
    // Of the process, before and after each tenth of the time.
    memoryMegabytes: memory,
  }
  screens.close()
  agent.destroy()
  await product.stop()
  await sink.stop()
  return result
}

async function makeBusinesses(db: Db) {
  const run = (text: string) => db.executeQuery(CompiledQuery.raw(text))
  await run(`
    with b as (
      insert into businesses (id, business_name, business_type, email, phone, slug, email_confirmed_at)
      select id, 'Muchos ' || id, 'Otro', 'muchos' || id || '@correo.example', '+57300' || 5550000 + id, 'muchos-' || id, now()
      from generate_series(${FIRST}, ${FIRST + BUSINESSES - 1}) id returning *),
    ${owners('b')}
    insert into slugs (slug, business_id) select slug, id from b`)
  // One person holds half of what a business may have open.
  await run(`
    with u as (insert into users (email, password_hash)
      select 'recepcion-' || id || '@correo.example', '' from generate_series(${FIRST}, ${FIRST + BUSINESSES - 1}) id returning id, email)
    insert into memberships (business_id, user_id, role)
    select split_part(split_part(email, '@', 1), '-', 2)::bigint, id, 'reception' from u`)
  const each = `businesses b where b.id >= ${FIRST}`
  await run(`
    insert into business_hours (business_id, day_of_week, is_open, open_time, close_time)
    select b.id, day, true, '00:00', '23:45' from generate_series(0, 6) day, ${each}`)
  await run(`
    insert into services (business_id, id, service_name, duration_minutes, price)
    select b.id, b.id, 'Corte', 15, 55000 from ${each}`)
  await run(`
    insert into professionals (business_id, id, professional_name)
    select b.id, b.id * 1000 + n, 'Profesional ' || n from generate_series(1, ${PROFESSIONALS}) n, ${each}`)
}

/** Panels that hear of changes, some of each session, as browsers hold them open. */
async function openScreens(db: Db, url: string) {
  let heard = 0
  let open = 0
  const streams: { destroy(): void }[] = []
  const { rows } = await db.executeQuery<{ business_id: number; user_id: number }>(
    CompiledQuery.raw(
      `select business_id, user_id from memberships where business_id >= ${FIRST} order by 1`,
    ),
  )
  const hear = new Agent({ maxSockets: SCREENS })
  for (let n = 0; n < SCREENS; n += PER_SESSION) {
    const member = rows[(n / PER_SESSION) % rows.length]!
    const { token, hash } = newToken(member.business_id)
    await db
      .insertInto('sessions')
      .values({ ...member, token_hash: hash, expires_at: '2030-01-01T00:00:00Z' })
      .execute()
    const headers = { authorization: `Bearer ${token}` }
    await Promise.all(
      Array.from({ length: Math.min(PER_SESSION, SCREENS - n) }, () => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const asked = get(`${url}/api/appointments/events`, { headers, agent: hear }, (answer) => {
          if (answer.statusCode !== 200) return reject(new Error(`A screen got ${answer.statusCode}.`))
          open++
          answer.setEncoding('utf8')
          answer.on('data', (text: string) => (heard += text.split('event: changed').length - 1))
          answer.on('close', () => open--)
          resolve()
        })
        asked.on('error', reject)
        streams.push(asked)
        return promise
      }),
    )
  }
  return { heard: () => heard, open: () => open, close: () => streams.forEach((stream) => stream.destroy()) }
}

/** Each customer goes from page to days to booking, and begins again. */
async function customers(url: string, seconds: number, name: string) {
  const took: Record<'page' | 'days' | 'book', number[]> = { page: [], days: [], book: [] }
  const wrong = new Map<string, number>()
  const until = performance.now() + seconds * 1000
  const day = today('America/Bogota', Date.now())
  const next = Array.from({ length: BUSINESSES }, () => 0)
  const ask = async (what: keyof typeof took, path: string, body?: object, key?: string) => {
    const begun = performance.now()
    const status = await send(url + path, body, key)
    took[what].push(performance.now() - begun)
    const isRight = what === 'book' ? status === 201 : status === 200
    if (!isRight) wrong.set(`${what} ${status}`, (wrong.get(`${what} ${status}`) ?? 0) + 1)
  }
  await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, customer) => {
      const business_id = FIRST + (customer % BUSINESSES)
      while (performance.now() < until) {
        const nth = next[customer % BUSINESSES]!++
        const n = name === 'warm' ? nth : 1_000 + nth
        const professional_id = business_id * 1000 + 1 + (n % PROFESSIONALS)
        const slot = Math.floor(n / PROFESSIONALS)
        await ask('page', `/negocio/muchos-${business_id}`)
        await ask('days', `/api/schedules/available-days/${professional_id}?serviceId=${business_id}`)
        await ask(
          'book',
          '/api/appointments/public',
          {
            business_id,
            service_id: business_id,
            professional_id,
            appointment_date: addDays(day, 1 + Math.floor(slot / TIMES)),
            appointment_time: clockTime((slot % TIMES) * 15),
            client_name: 'Camila Rojas Herrera',
            client_phone: `+57310${1_000_000 + n}`,
            client_email: `${name}.${n}@correo.example`,
            send_confirmation: true,
          },
          `${name}-${business_id}-${n}`,
        )
      }
    }),
  )
  const figures = Object.entries(took).map(([what, all]) => {
    all.sort((a, b) => a - b)
    const at = (share: number) => Math.round(all[Math.floor((all.length - 1) * share)]!)
    return [what, { n: all.length, p50: at(0.5), p99: at(0.99), longest: at(1) }]
  })
  const requests = Object.values(took).reduce((sum, { length }) => sum + length, 0)
  return {
    requests,
    perSecond: Math.round(requests / seconds),
    wrong: Object.fromEntries(wrong),
    ...(Object.fromEntries(figures) as Record<string, object>),
  }
}

/** As a browser that keeps its connection; the status, or what became of it. */
async function send(url: string, body?: object, key = ''): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const headers: Record<string, string> = body
    ? { 'content-type': 'application/json', 'idempotency-key': key }
    : { 'accept-encoding': 'br' }
  const asked = request(url, { method: body ? 'POST' : 'GET', headers, agent }, (answer) => {
    answer.resume().once('end', () => resolve(answer.statusCode!))
  })
  asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  asked.end(body && JSON.stringify(body))
  const status = await promise
  // Nobody asks again in the same instant.
  await wait(0)
  return status
}
