import { z } from 'zod'
import { adminLoginErrors } from '../../account.ts'
import { packageErrors, packagesOf } from '../../credits.ts'
import { offerLimitErrors } from '../../business.ts'
import { cleanText, isBlank } from '../../fields.ts'
import { done, instant, ok, textOrNull } from '../answer.ts'
import { stopped } from './mail.ts'
import { emailOf, ownTimezone, passkeyStep, secondStep } from './accounts.ts'
import type { Calls } from '../call.ts'
import { byId, field, flag, form, queryNumber, text, typed, workDone } from '../request.ts'

const tags = ['administrator']
const page = { limit: queryNumber(1, 500).optional(), offset: queryNumber(0, 10_000_000).optional() }

const login = form(adminLoginErrors, {
  email: emailOf(),
  password: typed('As it was typed'),
  code: secondStep,
  passkey: passkeyStep,
  timezone: ownTimezone,
  ...workDone,
})
/** E-mail and password of a log-in. */
export type AdminLogin = z.output<typeof login>

/** A registered business in the administrator's list. */
const listedBusiness = z.object({
  id: z.int(),
  business_name: z.string(),
  business_type: z.string(),
  email: z.string(),
  phone: z.string(),
  slug: z.string(),
  suspended_at: instant.nullable().meta({ description: 'Its page is off, also while its owner deletes it' }),
  suspended_on_return: instant
    .nullable()
    .meta({ description: 'While its owner deletes it: since when an administrator wants it off' }),
  erase_at: instant.nullable().meta({ description: 'Its owner deletes it: until then it may come back' }),
  erased_at: instant.nullable().meta({ description: 'Its data are erased, its address stays taken' }),
  created_at: instant,
  total_appointments: z.int(),
  total_services: z.int(),
  total_professionals: z.int(),
  max_services: z.int(),
  max_professionals: z.int(),
  max_mails: z.int().nullable().meta({ description: 'Mails to its clients in a day; null is the usual' }),
})
/** What an administrator did. */
const act = z.object({
  id: z.int(),
  act: z.string(),
  business_id: z.int().nullable(),
  business_name: textOrNull,
  administrator: textOrNull,
  detail: z.looseObject({}),
  at: instant,
})
const businessesQuery = z.object({
  q: z.string().max(120).optional(),
  sort: z.enum(['business_name', 'created_at', 'total_appointments']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  ...page,
})
export type ListedBusiness = z.output<typeof listedBusiness>
export type BusinessesQuery = z.output<typeof businessesQuery>

const reason = field<string, string | null>({
  // By characters: half of one is nothing that a database holds.
  read: (value) => [...cleanText(value)].slice(0, 500).join(''),
  json: { type: 'string', description: 'For the log' },
})
const suspension = {
  tags,
  params: byId,
  body: z.object({ reason: reason.optional() }).nullish(),
  answer: done,
}

const wholeNumber = field<number, number | string>({
  read: Number,
  json: { type: 'integer', minimum: 1 },
})

export const adminCalls = {
  'POST /api/admin/login': {
    tags,
    summary: 'Signs an administrator in',
    body: login,
    answer: ok({ token: z.string(), user: z.object({ id: z.int(), email: z.string() }) }),
  },
  'POST /api/admin/logout': { tags, summary: 'Ends the session', answer: done },
  'GET /api/admin/metrics': {
    tags,
    summary: 'Totals of the platform',
    answer: ok({
      metrics: z.object({
        total_businesses: z.int(),
        total_appointments: z.int(),
        total_revenue: z.number().meta({ description: 'In Colombian pesos' }),
        revenues: z
          .array(z.object({ currency: z.string(), amount: z.number() }))
          .meta({ description: 'In each currency, which are never added up' }),
        total_services: z.int(),
        total_professionals: z.int(),
        active_businesses: z
          .int()
          .meta({ description: 'Not suspended, with an appointment in the last or next 30 days' }),
      }),
    }),
  },
  'GET /api/admin/growth': {
    tags,
    summary: 'New businesses and appointments, for each of the last twelve months',
    answer: ok({
      months: z.array(z.object({ month: z.string(), businesses: z.int(), appointments: z.int() })),
    }),
  },
  'GET /api/admin/businesses': {
    tags,
    summary: 'Registered businesses, newest first; a page of them with `limit`',
    query: businessesQuery,
    answer: ok({ businesses: z.array(listedBusiness), total: z.int() }),
  },
  'GET /api/admin/businesses/:id': {
    tags,
    summary: 'A business: its counts, credits, last log-in, and what administrators did about it',
    params: byId,
    answer: ok({
      business: listedBusiness,
      figures: z.object({
        currency: z.string(),
        free_credits: z.int(),
        paid_credits: z.int(),
        last_login_at: instant.nullable(),
        recent: z.int().meta({ description: 'Appointments of the last 30 days, without cancelled ones' }),
        ahead: z.int().meta({ description: 'Appointments of the next 30 days, without cancelled ones' }),
        attended: z.int(),
        cancelled: z.int(),
        revenue: z.number(),
      }),
      acts: z.array(act),
    }),
  },
  'POST /api/admin/businesses/:id/suspend': {
    ...suspension,
    summary: 'Hides a business’s page; its data stays',
  },
  'POST /api/admin/businesses/:id/reactivate': {
    ...suspension,
    summary: 'Shows a suspended business’s page again',
  },
  'POST /api/admin/businesses/:id/credits': {
    tags,
    summary: 'Grants packages of 100 messages that were paid for',
    params: byId,
    body: form(packageErrors, {
      packages: field<number, number | string | null>({
        read: (value) => packagesOf(value)!,
        json: { type: 'integer', minimum: 1, maximum: 100 },
      }).default(1),
      reference: text({ description: 'Of the payment' }),
    }),
    answer: done,
  },
  'GET /api/admin/mail': {
    tags,
    summary: 'Since when no mail goes out, and why',
    answer: ok({ stopped }),
  },
  'GET /api/admin/whatsapp': {
    tags,
    summary: 'Since when WhatsApp refuses the token, and which templates it stopped or takes for advertising',
    answer: ok({
      disconnected_since: instant.nullable(),
      templates: z.array(
        z.object({
          name: z.string(),
          language: z.string(),
          what: z.enum(['marketing', 'marketing_soon', 'stopped']),
          status: textOrNull,
          reason: textOrNull,
          at: instant,
        }),
      ),
    }),
  },
  'GET /api/admin/sender-names': {
    tags,
    summary: 'Names of businesses that read like a bank’s or an authority’s, and wait for a decision',
    answer: ok({
      names: z.array(
        listedBusiness
          .pick({ id: true, business_name: true, business_type: true, email: true, slug: true })
          .extend({ asked_at: instant }),
      ),
    }),
  },
  'POST /api/admin/businesses/:id/sender-name': {
    tags,
    summary: 'Decides whether a business writes to its clients under this name',
    params: byId,
    body: z.object({ name: typed('As it is now'), is_approved: flag('Whether it may') }),
    answer: done,
  },
  'POST /api/admin/businesses/:id/limits': {
    tags,
    summary:
      'Sets how many services and professionals a business may have, and its mails to clients in a day: those that are named',
    params: byId,
    body: form(offerLimitErrors, {
      max_services: wholeNumber.optional(),
      max_professionals: wholeNumber.optional(),
      max_mails: field<number | null, number | string | null>({
        read: (value) => (isBlank(value) ? null : Number(value)),
        json: { type: 'integer', minimum: 1, description: 'Blank is the usual' },
      }).optional(),
    }),
    answer: done,
  },
  'POST /api/admin/import': {
    tags,
    summary:
      'Brings a business from its archive (export.zip), of this or another installation, all of it or nothing',
    file: 'archive',
    answer: ok({ business_id: z.int(), slug: z.string() }),
  },
  'GET /api/admin/audit': {
    tags,
    summary: 'What administrators did, newest first',
    query: z.object(page),
    answer: ok({
      acts: z.array(act),
    }),
  },
} satisfies Calls
