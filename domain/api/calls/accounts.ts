import { z } from 'zod'
import {
  accountEmail,
  changePasswordErrors,
  forgotErrors,
  loginErrors,
  registrationErrors,
  resetCallErrors,
} from '../../account.ts'
import { isBlank, numberOf } from '../../fields.ts'
import { PERMISSIONS, ROLES } from '../../permissions.ts'
import { normalisePhone } from '../../phone.ts'
import { secondFactorErrors } from '../../second-factor.ts'
import { done, instant, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import { anything, field, form, idempotencyHeaders, text, typed, workDone, yes } from '../request.ts'

const tags = ['account']
const proof = { recaptcha_token: anything<string>('string', 'Answer to the human check') }
const said = ok({ message: z.string() })

/** The data of its business that a signed-in screen has. */
export const sessionBusiness = z.object({
  id: z.int(),
  business_name: z.string(),
  slug: z.string(),
  email: z.string(),
  phone: z.string(),
  timezone: z.string(),
  currency: z.string(),
  logo_url: textOrNull,
  brand_color: textOrNull,
  is_suspended: z.boolean().meta({ description: 'Then every change is refused with 403' }),
  is_email_confirmed: z.boolean().meta({ description: 'Until then it sends few mails a day' }),
})
const user = z.object({ id: z.int(), name: textOrNull, email: z.string() })
/** Who the user is, what they may do in the business of the session, and where else they may sign in. */
export const access = z.object({
  user,
  role: z.enum(ROLES),
  professional_id: z.int().nullable(),
  permissions: z.array(z.enum(PERMISSIONS)),
  businesses: z.array(
    z.object({ id: z.int(), business_name: z.string(), logo_url: textOrNull, role: z.enum(ROLES) }),
  ),
})
export const signedIn = ok({ token: z.string(), business: sessionBusiness, access })

/** Of an account. */
export const emailOf = (description?: string) =>
  field<string>({
    read: accountEmail,
    json: { type: 'string', format: 'email', ...(description && { description }) },
  })
const email = emailOf('The e-mail of the business')
const remember = yes('30 days instead of 12 hours').optional()
/** As 'America/Bogota': what the session's list and the mail of a new device say. */
export const ownTimezone = typed('Of the browser; kept with the session').optional()
const password = typed('At least 6 characters')
const again = typed('The same again')
const degrees = field<number | null, number | string | null>({
  read: (value) => (isBlank(value) ? null : numberOf(value)!),
  json: { type: 'number' },
}).default(null)

export const secondStep = typed('For whoever has a second step, after a 401 with needs_code').optional()
export const passkeyStep = anything<object>('object', 'A passkey’s answer to the question in the 401')
const login = form(loginErrors, {
  email,
  password,
  remember,
  code: secondStep,
  passkey: passkeyStep,
  timezone: ownTimezone,
  ...proof,
  ...workDone,
})
const registration = form(registrationErrors, {
  business_name: text({ description: 'At most 120 characters' }),
  business_type: typed('One of the types that are offered'),
  is_virtual: yes('A virtual business has no address').optional(),
  address: text({ description: 'Needed unless the business is virtual' }).optional(),
  latitude: degrees,
  longitude: degrees,
  email,
  phone: field<string>({
    read: (value) => normalisePhone(value)!,
    json: { type: 'string', description: "Country code and digits, as '+573001234567'" },
  }),
  password,
  confirmPassword: again,
  terms: yes('Must be true'),
  remember,
  timezone: ownTimezone,
  ...proof,
  ...workDone,
})
const reset = form(resetCallErrors, {
  token: text({ description: 'From the link in the mail: one hour, one use' }),
  password,
  confirmPassword: again.optional(),
})
const passwordChange = form(changePasswordErrors, {
  currentPassword: typed('400 when it is wrong'),
  newPassword: password,
  confirmPassword: again.optional(),
})

export type Login = z.output<typeof login>
export type Registration = z.output<typeof registration>
export type Reset = z.output<typeof reset>
export type PasswordChange = z.output<typeof passwordChange>

export const accountCalls = {
  'POST /api/auth/register': {
    tags,
    summary: 'Makes a business with its account, and signs its owner in',
    headers: idempotencyHeaders,
    body: registration,
    status: 201,
    answer: signedIn,
  },
  'POST /api/auth/login': {
    tags,
    summary: 'Signs an owner in; 401 for a wrong e-mail or password',
    body: login,
    answer: signedIn,
  },
  'GET /api/auth/verify': {
    tags,
    summary: 'Whether the session goes on, whose it is and what they may do',
    answer: ok({
      business: sessionBusiness,
      user,
      role: z.enum(ROLES),
      professional_id: z
        .int()
        .nullable()
        .meta({ description: 'The professional that this user is here, if any' }),
      permissions: z.array(z.enum(PERMISSIONS)).meta({ description: 'What this user may do here' }),
      now: instant.meta({ description: 'The time here: the clock of a device may be hours off' }),
      businesses: z
        .array(
          z.object({ id: z.int(), business_name: z.string(), logo_url: textOrNull, role: z.enum(ROLES) }),
        )
        .meta({ description: 'Where this user may sign in, this business included' }),
      offer: z
        .object({ by: textOrNull, expires_at: instant, takeable_at: instant.nullable() })
        .nullable()
        .meta({
          description: 'That the owner hands this business over to this user, who has not taken it yet',
        }),
    }),
  },
  'POST /api/auth/logout': { tags, summary: 'Ends the session', answer: done },
  'POST /api/auth/forgot-password': {
    tags,
    summary: 'Sends a reset link if there is such an account; answers the same if not',
    body: form(forgotErrors, { email, ...workDone }),
    answer: said,
  },
  'POST /api/auth/reset-password': {
    tags,
    summary: 'Sets a new password by the token of the mail; every session ends',
    body: reset,
    answer: said,
  },
  'POST /api/auth/not-me': {
    tags,
    summary: 'By the link of a mail about a new device: ends every session, and the password with them',
    body: z.object({ token: typed('From the link in the mail: a day') }),
    answer: ok({ token: z.string().meta({ description: 'For reset-password: one hour, one use' }) }),
  },
  'POST /api/auth/confirm-email': {
    tags,
    summary: 'Confirms the e-mail of a business by the token of the mail; what waited for it is sent',
    body: z.object({ token: typed('From the link in the mail') }),
    answer: said,
  },
  'POST /api/auth/confirmation-mail': {
    tags,
    summary: 'Sends the link that confirms the business’s e-mail again',
    answer: said,
  },
  'POST /api/businesses/change-password': {
    tags,
    summary: 'Changes the password; every other session ends',
    headers: idempotencyHeaders,
    body: passwordChange,
    answer: said,
  },
} satisfies Calls

const secondFactorProof = form(secondFactorErrors, {
  currentPassword: typed('400 when it is wrong'),
  code: typed('Six digits of the app; to switch it off, a recovery code does as well'),
})
const recoveryCodes = z.array(z.string()).meta({ description: 'Ten, each for one use; told here alone' })

const sessions = {
  summary: 'The own open sessions, in every business, the one used last in front',
  answer: ok({
    sessions: z.array(
      z.object({
        id: z.string(),
        business_name: textOrNull,
        is_current: z.boolean(),
        device: textOrNull.meta({ description: 'As its browser said; null when it was not kept' }),
        network: textOrNull.meta({ description: 'From which it was used last' }),
        timezone: textOrNull.meta({ description: 'Of its clock' }),
        created_at: instant,
        seen_at: instant.meta({ description: 'When it was used last, to some minutes' }),
      }),
    ),
  }),
}
const closed = {
  summary: 'Ends one of the own sessions; one that has ended is no fault',
  body: z.object({ session: typed('Its id in the list') }),
  answer: done,
}
const othersClosed = { summary: 'Ends all own sessions but this one', answer: done }

const state = {
  summary: 'Whether a log-in has a second step, and how many recovery codes are left',
  answer: ok({ email: z.string(), is_on: z.boolean(), since: instant.nullable(), recovery_left: z.int() }),
}
const setup = {
  summary: 'Makes a secret for an app, which counts once its first code was right; 409 when it is on',
  answer: ok({
    secret: z.string().meta({ description: 'Base32, to be typed into an app' }),
    uri: z.string().meta({ description: 'otpauth://, for a QR code' }),
    recovery_codes: recoveryCodes,
  }),
}
const on = {
  summary: 'Switches the second step on, with a first code; every other session ends',
  body: secondFactorProof,
  answer: done,
}
const off = { summary: 'Switches the second step off', body: secondFactorProof, answer: done }
const renewed = {
  summary: 'Makes ten recovery codes in place of those of before',
  body: secondFactorProof,
  answer: ok({ recovery_codes: recoveryCodes }),
}

const account = { tags: ['account'] }
const administrator = { tags: ['administrator'] }

export const secondFactorCalls = {
  'GET /api/auth/sessions': { ...account, ...sessions },
  'POST /api/auth/sessions/close': { ...account, ...closed },
  'POST /api/auth/sessions/close-others': { ...account, ...othersClosed },
  'GET /api/admin/sessions': { ...administrator, ...sessions },
  'POST /api/admin/sessions/close': { ...administrator, ...closed },
  'POST /api/admin/sessions/close-others': { ...administrator, ...othersClosed },
  'GET /api/auth/second-factor': { ...account, ...state },
  'POST /api/auth/second-factor/setup': { ...account, ...setup },
  'POST /api/auth/second-factor/on': { ...account, ...on },
  'POST /api/auth/second-factor/off': { ...account, ...off },
  'POST /api/auth/second-factor/recovery-codes': { ...account, ...renewed },
  'GET /api/admin/second-factor': { ...administrator, ...state },
  'POST /api/admin/second-factor/setup': { ...administrator, ...setup },
  'POST /api/admin/second-factor/on': { ...administrator, ...on },
  'POST /api/admin/second-factor/off': { ...administrator, ...off },
  'POST /api/admin/second-factor/recovery-codes': { ...administrator, ...renewed },
} satisfies Calls
