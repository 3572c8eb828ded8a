import { z } from 'zod'
import { cleanText } from '../../fields.ts'
import { REPORT_REASONS, reportErrors, type ReportReason } from '../../page-report.ts'
import { done, instant, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { byId, field, form, idParam, text } from '../request.ts'

const REASONS = Object.keys(REPORT_REASONS) as ReportReason[]

const optional = (json: object) =>
  field<string | null, string | null>({
    read: (value) => cleanText(value) || null,
    json: { type: 'string', ...json },
  }).default(null)

const report = form(reportErrors, {
  reason: field<ReportReason>({
    read: (value) => value as ReportReason,
    json: { type: 'string', enum: REASONS },
  }),
  details: optional({ description: 'What is wrong; needed for "other"' }),
  email: optional({ format: 'email', description: 'If questions may be asked' }),
})
export type PageReport = z.output<typeof report>

const listed = z.object({
  business_id: z.int(),
  id: z.int(),
  business_name: z.string(),
  slug: z.string(),
  is_hidden: z.boolean().meta({ description: 'Hidden by reports, and not looked at yet' }),
  reason: z.enum(REASONS as [ReportReason, ...ReportReason[]]),
  details: textOrNull,
  email: textOrNull,
  at: instant,
})

export const reportCalls = {
  'POST /api/businesses/public/slug/:slug/reports': {
    tags: ['public'],
    summary: 'Reports a page to the administrators; once a day from one network. 429 beyond the limits',
    params: z.object({ slug: z.string() }),
    body: report,
    answer: done,
  },
  'GET /api/admin/reports': {
    tags: ['administrator'],
    summary:
      'Reports that wait for a decision by page, hidden pages first, then those that wait longest; of each the newest first',
    answer: ok({ reports: z.array(listed) }),
  },
  'POST /api/admin/businesses/:id/reports': {
    tags: ['administrator'],
    summary:
      'Decides the open reports of a page: "dismissed" shows a hidden one again, "acted" suspends it. 409 when newer ones came',
    params: byId,
    body: z.object({
      outcome: z.enum(['dismissed', 'acted']),
      seen: idParam
        .optional()
        .meta({ description: 'Id of the newest report that was looked at; without it, all were' }),
      reason: text({ description: 'For the log' }).optional(),
    }),
    answer: done,
  },
} satisfies Calls
