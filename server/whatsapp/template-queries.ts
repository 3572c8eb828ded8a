import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../database/db.ts'
import { TEMPLATES } from './templates.ts'
import type { TemplateEvent } from './webhook.ts'

/** Of a template in one of these, Meta sends nothing. */
const STOPPED = ['REJECTED', 'PAUSED', 'DISABLED', 'PENDING_DELETION', 'DELETED', 'ARCHIVED']

/** Our own that are no advertising: as such each would cost more, and go out in its hours only. */
const OWN_UTILITIES = TEMPLATES.filter(({ category }) => category === 'UTILITY').map(({ name }) => name)

/** Notes what Meta says of a template; what it said later stays. */
export async function noteTemplate(tx: Tx, { kind, name, language, at, ...said }: TemplateEvent) {
  const when = instant(at)
  if (kind === 'status')
    await sql`
      insert into whatsapp_templates (name, language, status, reason, status_at)
      values (${name}, ${language}, ${said.status ?? null}, ${said.reason ?? null}, ${when})
      on conflict (name, language) do update set status = excluded.status, reason = excluded.reason,
        status_at = excluded.status_at
        where whatsapp_templates.status_at is null or whatsapp_templates.status_at <= excluded.status_at`.execute(
      tx,
    )
  else
    await sql`
      insert into whatsapp_templates (name, language, category, next_category, category_at)
      values (${name}, ${language}, ${said.category ?? null}, ${said.next_category ?? null}, ${when})
      on conflict (name, language) do update set category = excluded.category, next_category = excluded.next_category,
        category_at = excluded.category_at
        where whatsapp_templates.category_at is null or whatsapp_templates.category_at <= excluded.category_at`.execute(
      tx,
    )
}

const isOff = sql<boolean>`(
  status = any(${STOPPED}::text[]) or category = 'MARKETING' and name = any(${OWN_UTILITIES}::text[])) is true`

/** Whether nothing is sent by a template in a language: Meta stopped it, or calls it advertising by now. */
export async function isTemplateOff(db: Db, name: string, language: string): Promise<boolean> {
  const row = await db
    .selectFrom('whatsapp_templates')
    .select('name')
    .where('name', '=', name)
    .where('language', '=', language)
    .where(isOff)
    .executeTakeFirst()
  return row !== undefined
}

export interface TemplateNews {
  name: string
  language: string
  /** It became advertising, is to become it, or was stopped. */
  what: 'marketing' | 'marketing_soon' | 'stopped'
  status: string | null
  reason: string | null
  at: number
}

/** Which templates somebody has to look at. */
export async function templateNews(db: Db): Promise<TemplateNews[]> {
  const { rows } = await sql<TemplateNews>`
    select name, language, status, reason,
      case when status = any(${STOPPED}::text[]) then 'stopped' when category = 'MARKETING' then 'marketing'
        else 'marketing_soon' end as what,
      case when status = any(${STOPPED}::text[]) then status_at else category_at end as at
    from whatsapp_templates
    where ${isOff} or next_category = 'MARKETING' and name = any(${OWN_UTILITIES}::text[])
    order by name, language limit 100`.execute(db)
  return rows
}
