import type { Client, ClientsQuery } from '#domain/api/calls/clients.ts'
import { searchWords } from '#domain/search-words.ts'
import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import { instant, type Db } from '../database/db.ts'
import { areSeen, isSeen, visitsOf } from './card-queries.ts'
import { cardsInOrder, conditionsOf, pageOfCards } from './list-queries.ts'

/** A page of the clients, one for each card, with what they agreed to last, and their total number. */
export async function listClients(
  db: Db,
  scope: Scope,
  nowMs: number,
  query: ClientsQuery,
): Promise<{ clients: Client[]; total: number }> {
  const { ids, total } = await pageOfCards(db, scope, nowMs, query)
  if (ids.length === 0) return { clients: [], total }
  const { rows } = await sql<Client>`
    select c.id, c.client_name, c.client_phone, c.client_email, c.client_id, counted.appointments, counted.last_visit,
      next.next_visit, next.next_id, consent.consent_version, consent.consented_at
    from ${cardsInOrder(scope, ids)}
    ${visitsOf(scope, instant(nowMs))}
    left join lateral (
      select a.consent_version, a.consented_at from appointments a
      where ${areSeen(scope)} and a.consented_at is not null
      order by a.id desc limit 1) consent on true
    order by page.nth`.execute(db)
  return { clients: rows, total }
}

/** How many of them a form suggests. */
const SUGGESTED = 6

/**
 * Clients in whose card every typed word is, who came last or are new first; none for who does not see phones. Two who share a
 * telephone or an e-mail are two.
 */
export async function earlierClients(db: Db, scope: Scope, typed: string) {
  // They fill a form with the client's contact.
  if (!scope.seesContacts) return []
  const conditions = [isSeen(scope), ...(await conditionsOf(db, scope, searchWords(typed)))]
  const { rows } = await sql<{
    id: number
    client_name: string
    client_phone: string
    client_email: string | null
    client_id: string | null
  }>`
    select c.id, c.client_name, c.client_phone, c.client_email, c.client_id from client_cards c
    where ${sql.join(conditions, sql` and `)}
    order by coalesce(c.last_starts_at, c.created_at) desc, c.id desc limit ${SUGGESTED}`.execute(db)
  return rows
}
