import { BIRTHDAY_DAYS, birthdayText, nextBirthday, turns } from '#domain/birthday.ts'
import { addDays, daysBetween } from '#domain/dates.ts'
import { today } from '#domain/zone.ts'
import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import {
  celebrated,
  greetingsOf,
  greetsBirthdays,
  lockedBirthday,
  noteGreeted,
  setGreetings,
} from './queries.ts'

const yearOf = (date: string) => Number(date.slice(0, 4))

/** 'Cumpleaños esta semana', to be greeted from the business's own WhatsApp. */
export function birthdayRoutes(api: Api, { db, now, live }: Pick<Deps, 'db' | 'now' | 'live'>) {
  route(api, 'GET /api/clients/birthdays', { needs: 'clients:read' }, async (request) => {
    const owner = ownerOf(request)
    const first = today(await timezoneOf(db, owner), now())
    const { rows, total } = await celebrated(db, owner, first)
    const dates = rows.map(({ birthday }) => nextBirthday(birthday, first))
    const greetings = await greetingsOf(
      db,
      owner,
      rows.map(({ id }) => id),
      [...new Set(dates.map(yearOf))],
    )
    const clients = rows.map(({ birthday, business_name, ...row }, n) => ({
      ...row,
      date: dates[n]!,
      turns: turns(birthday, dates[n]!),
      text: row.client_phone === '' ? null : birthdayText({ ...row, business_name }),
      greeting: greetings.get(row.id) ?? null,
    }))
    return { success: true, total, clients }
  })

  route(api, 'GET /api/messages/greetings', { needs: 'settings:read' }, async (request) => ({
    success: true,
    greets_birthdays: await greetsBirthdays(db, ownerOf(request)),
  }))

  route(api, 'PUT /api/messages/greetings', { needs: 'settings:write' }, async (request) => {
    const owner = ownerOf(request)
    await spend(db, now(), [{ subject: `greetings of ${owner}`, max: 60, minutes: 60 }])
    const { greets_birthdays } = request.body
    await setGreetings(db, owner, greets_birthdays)
    return { success: true, greets_birthdays }
  })

  route(api, 'POST /api/clients/:id/greeted', { needs: 'clients:write' }, async (request) => {
    const owner = ownerOf(request)
    const { id } = request.params
    // Who opened the list before midnight says so after it.
    const first = addDays(today(await timezoneOf(db, owner), now()), -1)
    await db.transaction().execute(async (tx) => {
      const card = await lockedBirthday(tx, owner, id)
      if (!card) throw notFound('Cliente no encontrado')
      const date = card.birthday && nextBirthday(card.birthday, first)
      if (!date || daysBetween(first, date) > BIRTHDAY_DAYS)
        throw new Refusal(409, 'Su cumpleaños ya no es esta semana')
      const { user_id } = sessionOf(request)
      const greeting = { card_id: id, phone: card.client_phone, year: yearOf(date) }
      await noteGreeted(tx, owner, greeting, { user_id, nowMs: now() })
    })
    live.changed(owner)
    return { success: true }
  })
}
