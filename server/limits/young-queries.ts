import { sql } from 'kysely'

/**
 * Whether a business, `b` of the query, is one that anybody may have registered just to write to people: of the last fourteen days, without a
 * payment, and the administrator has not looked at its mails.
 */
export const isYoung = sql<boolean>`(b.created_at > now() - interval '14 days' and b.max_mails is null and not exists (
  select from credit_movements c where c.business_id = b.id and c.reason = 'package'))`
