import { z } from 'zod'
import { errorsOf, idOf, inputOf, cleanText } from '../../fields.ts'
import { PASSKEY_GONE, passkeyErrors, passwordProofErrors } from '../../passkey.ts'
import { done, instant, ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { anything, field, form, typed, yes } from '../request.ts'
import { ownTimezone, signedIn } from './accounts.ts'

const credential = { id: z.string(), type: z.string(), transports: z.array(z.string()).optional() }
const verification = z.enum(['required', 'preferred', 'discouraged']).optional()
/** What a browser asks passkeys to sign (WebAuthn, as JSON). */
const question = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.int().optional(),
  userVerification: verification,
  allowCredentials: z.array(z.object(credential)).optional(),
})
/** What a browser makes a passkey from. */
const creation = z.object({
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.string() })),
  timeout: z.int().optional(),
  excludeCredentials: z.array(z.object(credential)).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: verification,
    })
    .optional(),
  attestation: z.enum(['none', 'direct', 'enterprise', 'indirect']).optional(),
  extensions: z.object({ credProps: z.boolean().optional() }).optional(),
})

const name = field<string>({ read: cleanText, json: { type: 'string', maxLength: 60 } })
const id = field<number, number | string>({
  read: (value) => idOf(value)!,
  json: { type: 'integer', description: 'Of the list' },
})
const idErrors = (input: unknown) => errorsOf({ id: idOf(inputOf(input)['id']) ? undefined : PASSKEY_GONE })
const currentPassword = typed('400 when it is wrong')
const answered = (what: string) => anything<object>('object', what)

const options = {
  summary: 'What a browser asks passkeys to sign: five minutes, one use',
  answer: ok({ options: question }),
}
const list = {
  summary: 'The own passkeys; is_available is false where browsers make none for this address',
  answer: ok({
    is_available: z.boolean(),
    passkeys: z.array(
      z.object({ id: z.int(), name: z.string(), created_at: instant, last_used_at: instant.nullable() }),
    ),
  }),
}
const setup = {
  summary: 'What a browser makes a passkey from, for this session: five minutes',
  body: form(passwordProofErrors, { currentPassword }),
  answer: ok({ options: creation }),
}
const added = {
  summary: 'Adds the passkey that a browser made',
  body: form(passkeyErrors, { name, passkey: answered('What the browser answered') }),
  answer: done,
}
const renamed = {
  summary: 'Another name for a passkey',
  body: form((input) => ({ ...idErrors(input), ...passkeyErrors(input) }), { id, name }),
  answer: done,
}
const removed = {
  summary: 'Removes a passkey; one that is gone is no fault',
  body: form((input) => ({ ...idErrors(input), ...passwordProofErrors(input) }), { id, currentPassword }),
  answer: done,
}
const account = { tags: ['account'] }
const administrator = { tags: ['administrator'] }
const passkey = answered('A passkey’s answer to the question')

export const passkeyCalls = {
  'POST /api/auth/passkeys/options': { ...account, ...options },
  'POST /api/auth/passkeys/enter': {
    ...account,
    summary: 'Signs a member in by a passkey, without password or code; 401 for a wrong one',
    body: z.object({
      passkey,
      remember: yes('30 days instead of 12 hours').optional(),
      timezone: ownTimezone,
    }),
    answer: signedIn,
  },
  'GET /api/auth/passkeys': { ...account, ...list },
  'POST /api/auth/passkeys/setup': { ...account, ...setup },
  'POST /api/auth/passkeys': { ...account, ...added },
  'POST /api/auth/passkeys/rename': { ...account, ...renamed },
  'POST /api/auth/passkeys/remove': { ...account, ...removed },
  'GET /api/admin/passkeys': { ...administrator, ...list },
  'POST /api/admin/passkeys/options': { ...administrator, ...options },
  'POST /api/admin/passkeys/enter': {
    ...administrator,
    summary: 'Signs an administrator in by a passkey, without password or code; 401 for a wrong one',
    body: z.object({ passkey, timezone: ownTimezone }),
    answer: ok({ token: z.string(), user: z.object({ id: z.int(), email: z.string() }) }),
  },
  'POST /api/admin/passkeys/setup': { ...administrator, ...setup },
  'POST /api/admin/passkeys': { ...administrator, ...added },
  'POST /api/admin/passkeys/rename': { ...administrator, ...renamed },
  'POST /api/admin/passkeys/remove': { ...administrator, ...removed },
} satisfies Calls
