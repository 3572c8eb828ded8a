/** Compares the descriptions of the calls in domain/api with the server and with the database. */
import { appointment, appointmentChanges, appointmentInput } from '#domain/api/appointment.ts'
import { profileErrors } from '#domain/business.ts'
import { calls, type CallKey } from '#domain/api/calls.ts'
import { profileChanges, storedProfile } from '#domain/api/business.ts'
import { professional, professionalChanges, professionalInput } from '#domain/api/professional.ts'
import { service, serviceChanges, serviceInput } from '#domain/api/service.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { z } from 'zod'
import { api, database } from '../helper.ts'

const db = await database()
const { app, call } = await api(db)

test('every call is described, there, and documented', async () => {
  const made = new Set(app.calls.map(({ method, url }) => `${method} ${url}`))
  const undescribed = [...made].filter((key) => !(key in calls) && !key.startsWith('HEAD ')).sort()
  // The event stream and the document itself are not described as JSON calls; '/*' answers unknown addresses.
  assert.deepEqual(
    undescribed.filter((key) => !key.endsWith('/*')),
    ['GET /api/appointments/events', 'GET /api/openapi.json'],
  )
  const { paths } = (await call('GET', '/api/openapi.json')).body
  for (const key of Object.keys(calls) as CallKey[]) {
    assert.ok(made.has(key), key)
    const [method, url] = key.split(' ') as [string, string]
    const documented = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    assert.equal(documented?.summary, calls[key].summary, key)
    assert.equal(documented.requestBody !== undefined, 'body' in calls[key], key)
  }
})

test('texts of a profile may be as long as is documented, and no longer', async () => {
  const { paths } = (await call('GET', '/api/openapi.json')).body
  const body = paths['/api/businesses/profile'].patch.requestBody.content['application/json'].schema
  for (const name of [
    'business_name',
    'description',
    'city',
    'price_range',
    'meta_title',
    'meta_description',
  ]) {
    const { maxLength } = body.properties[name]
    assert.deepEqual(profileErrors({ [name]: 'a'.repeat(maxLength) }), {}, name)
    assert.deepEqual(Object.keys(profileErrors({ [name]: 'a'.repeat(maxLength + 1) })), [name])
  }
})

/** How the columns of a table appear in the calls. */
interface Row {
  table: string
  answer: z.ZodObject
  /** The body that creates one; missing for a business, which a registration creates. */
  input?: z.ZodObject
  changes: z.ZodObject
  /** In answers, but set by the server and not by a form. */
  made: string[]
  /** In changes, but never stored. */
  asked?: string[]
  /** In answers, but computed and not stored. */
  counted?: string[]
  /** In answers and forms, and stored in a table of their own. */
  apart?: string[]
  /** In forms, and answered as what was booked by it. */
  chosen?: string[]
  /** Columns that are in no answer, each with the reason. */
  internal: Record<string, string>
}

const rows: Row[] = [
  {
    table: 'services',
    answer: service,
    input: serviceInput,
    changes: serviceChanges,
    made: ['id', 'business_id', 'position', 'version'],
    apart: ['by_professional'],
    internal: {
      created_at: 'nobody asks for it',
      deleted_at: 'deleted ones are in no answer',
      terms_version: 'what single professionals take is answered itself',
    },
  },
  {
    table: 'professionals',
    answer: professional,
    input: professionalInput,
    changes: professionalChanges,
    made: ['id', 'business_id', 'version'],
    counted: ['has_schedule'],
    internal: {
      created_at: 'nobody asks for it',
      deleted_at: 'deleted ones are in no answer',
      hours_version: 'answered with the hours',
    },
  },
  {
    table: 'businesses',
    answer: storedProfile,
    changes: profileChanges,
    asked: ['currentPassword'],
    made: ['id', 'created_at', 'version', 'hours_version'],
    internal: {
      holiday_country: 'answered with the holidays',
      holiday_policy: 'answered with the holidays',
      reminder_channel: 'answered with what WhatsApp costs and says',
      greets_birthdays: 'answered with the greetings',
      suspended_at: 'the session says it (is_suspended); others see no page',
      arrived_at: 'for the reminders alone',
      email_confirmed_at: 'the session says it (is_email_confirmed)',
      listed_at: 'the public profile says it (is_listed)',
      confirmed_phone: 'answered with what WhatsApp lets it send (lacks)',
      words: 'what the administrator searches in',
      dates_version: 'a booking is computed with what was said of its date',
      max_services: 'a refusal says it when it is reached',
      max_professionals: 'a refusal says it when it is reached',
      max_mails: 'a mail that waits says so at its appointment',
    },
  },
  {
    table: 'appointments',
    answer: appointment,
    input: appointmentInput.omit({ terms: true, walk_in: true }),
    changes: appointmentChanges.omit({ walk_in: true }),
    made: [
      'id',
      'business_id',
      'service_name',
      'variant',
      'addons',
      'price_kind',
      'professional_name',
      'duration_minutes',
      'starts_at',
      'ends_at',
      'occupied',
      'price',
      'actual_price',
      'status',
      'attendance_status',
      'no_show_reason',
      'cancellation_reason',
      'rescheduled_from',
      'client_confirmed_at',
      'arrived_at',
      'booked_by',
      'chosen_by',
      'created_at',
      'version',
    ],
    chosen: ['variant_id', 'addon_ids'],
    internal: {
      catalogue_name: 'how figures count it',
      hold_kind: 'only of a held time, which is no appointment yet',
      hold_expires_at: 'only of a held time, which is no appointment yet',
      client_timezone: 'how mails tell the time',
      consent_version: 'answered with the clients',
      consented_at: 'answered with the clients',
      booked_by_user_id: 'the history names the person',
      card_id: 'answered with the clients',
      given_away_at: 'what its booker was given ends with it',
      source: 'which ones came with a file: an import knows its own',
      idempotency_key: 'how a repeated request is known again',
      words: 'what a search looks in',
    },
  },
]

const keys = (schema: z.ZodObject) => Object.keys(schema.shape)

for (const row of rows) {
  const { table, answer, input, changes, made, internal } = row
  const { asked = [], counted = [], apart = [], chosen = [] } = row
  describe(`${table}: every column has its place`, () => {
    test('it is answered, or internal for a reason', async () => {
      const { rows: columns } = await sql<{ column_name: string }>`
        select column_name from information_schema.columns
        where table_schema = 'public' and table_name = ${table}`.execute(db)
      const answered = keys(answer).filter((name) => ![...counted, ...apart].includes(name))
      assert.deepEqual(
        columns.map(({ column_name }) => column_name).sort(),
        [...answered, ...Object.keys(internal)].sort(),
      )
    })

    test('what is answered can be set, or is made by the product', () => {
      const set = keys(answer).filter((name) => ![...made, ...counted].includes(name))
      if (input) assert.deepEqual(keys(input).sort(), [...set, ...chosen].sort())
      assert.deepEqual(keys(changes).sort(), [...set, ...chosen, ...asked, 'version'].sort())
    })
  })
}
