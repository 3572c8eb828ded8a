import { permissionsOf, type Role, type Switches } from '#domain/permissions.ts'
import type { Db } from '#server/database/db.ts'
import type { GuardedRoute } from '#server/http/http.ts'
import type { App } from '#server/app.ts'
import { sql } from 'kysely'
import { NOW, ownerHeaders } from './helper.ts'
import { multipart } from './multipart.ts'

let people = 0

/** A member of a business, written past the invitations, with a session. */
export async function memberOf(
  db: Db,
  business_id: number,
  role: Role,
  { switches = {}, professional_id = null }: { switches?: Switches; professional_id?: number | null } = {},
) {
  const email = `miembro${++people}@equipo.example`
  const name = `Miembro ${people}`
  const { id: user_id } = await db
    .insertInto('users')
    .values({ email, name, password_hash: 'SECRET-member' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('memberships')
    .values({ business_id, user_id, role, professional_id, permissions: JSON.stringify(switches) })
    .execute()
  const headers = await ownerHeaders(db, { business_id, user_id })
  return { business_id, user_id, email, name, role, headers, permissions: permissionsOf(role, switches) }
}
export type TestMember = Awaited<ReturnType<typeof memberOf>>

/** Sends a call of the route table, with `ids` in its address and `body`; the answer as text. */
export async function sendRoute(
  app: App,
  route: GuardedRoute,
  headers: Record<string, string>,
  { ids, body = {} }: { ids: (url: string) => string; body?: object },
) {
  const form = route.url.includes('/uploads/')
    ? multipart([{ field: 'image', content: 'x', filename: 'x' }])
    : undefined
  const response = await app.inject({
    method: route.method as 'GET',
    url: ids(route.url),
    headers: { ...headers, ...(form && { 'content-type': form.type }) },
    ...(form ? { payload: form.payload } : route.method !== 'GET' && { payload: body }),
  })
  return { status: response.statusCode, text: response.body }
}

/** Every row that a business has in any table, as text; sessions aside, which every test opens. */
export async function everythingIn(db: Db, business_id: number): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'business_id' and t.table_type = 'BASE TABLE'
      and c.table_name <> 'sessions' order by 1`.execute(db)
  const texts = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select to_jsonb(t)::text as row from ${sql.table(name)} t where business_id = ${business_id} order by 1`.execute(
      db,
    )
    texts.push(name, JSON.stringify(rows))
  }
  return texts.join('\n')
}

/** Whoever invites has shown that the business's e-mail is theirs. */
export async function confirmEmailOf(db: Db, business_id: number) {
  const at = new Date(NOW).toISOString()
  await db.updateTable('businesses').set({ email_confirmed_at: at }).where('id', '=', business_id).execute()
  const members = db.selectFrom('memberships').select('user_id').where('business_id', '=', business_id)
  await db.updateTable('users').set({ email_proven_at: at }).where('id', 'in', members).execute()
}

/** Whoever hands a business over has been signed in for longer than an offer of somebody new waits. */
export async function longSignedIn(db: Db, business_id: number) {
  await sql`update sessions set created_at = created_at - interval '3 days' where business_id = ${business_id}`.execute(
    db,
  )
}
