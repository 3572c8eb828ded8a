import { z } from 'zod'
import { cleanText, errorsOf, idOf, isBlank } from '../../fields.ts'
import { PERMISSIONS, ROLES } from '../../permissions.ts'
import { acceptErrors, inviteErrors, roleErrors, STAFF_ROLES, type StaffRole } from '../../team.ts'
import { done, instant, ok, textOrNull } from '../answer.ts'
import type { Calls } from '../call.ts'
import {
  byId,
  field,
  flag,
  form,
  idParam,
  queryDate,
  queryNumber,
  text,
  typed,
  yes,
  idempotencyHeaders,
} from '../request.ts'
import {
  access,
  emailOf,
  ownTimezone,
  passkeyStep,
  secondStep,
  sessionBusiness,
  signedIn,
} from './accounts.ts'

const tags = ['team']
const person = z.object({ id: z.int(), name: textOrNull, email: z.string() })

const member = z.object({
  user_id: z.int(),
  name: textOrNull,
  email: z.string(),
  role: z.enum(ROLES),
  professional_id: z.int().nullable(),
  professional_name: textOrNull,
  switches: z
    .record(z.string(), z.boolean())
    .meta({ description: 'The permissions that can be turned for this member, and whether each is given' }),
  is_active: z.boolean(),
  last_login_at: instant.nullable(),
  is_you: z.boolean(),
})
const invitation = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  professional_id: z.int().nullable(),
  professional_name: textOrNull,
  expires_at: instant,
  is_expired: z.boolean(),
  claimed_by: person.omit({ id: true }).nullable().meta({
    description: 'Who opened it and signs in with another e-mail: the owner says whether it is them',
  }),
})
export type Member = z.output<typeof member>
export type Invitation = z.output<typeof invitation>

const role = field<StaffRole>({
  read: (value) => value as StaffRole,
  json: { type: 'string', enum: [...STAFF_ROLES] },
})
const professional_id = field<number | null, number | string | null>({
  error: (value) => (isBlank(value) || idOf(value) ? undefined : 'Profesional no encontrado'),
  read: (value) => (isBlank(value) ? null : idOf(value)!),
  json: { type: 'integer', description: 'The professional of the agenda that this person is' },
})
const invite = form(inviteErrors, {
  email: emailOf('Where the invitation goes'),
  role,
  professional_id: professional_id.default(null),
})
const changes = form((input) => (input['role'] === undefined ? errorsOf({}) : roleErrors(input)), {
  role: role.optional(),
  professional_id: professional_id.optional(),
  switches: z.partialRecord(z.enum(PERMISSIONS), z.boolean()).optional(),
  is_active: flag('False: out at once, and may come back').optional(),
})
const acceptance = form(acceptErrors, {
  token: text({ description: 'From the link in the mail: seven days, one use' }),
  name: field<string>({
    read: cleanText,
    json: { type: 'string', description: 'Of somebody without an account' },
  }).optional(),
  email: emailOf('With which you sign in, when it is not the invited one').optional(),
  password: typed('Yours; of somebody without an account, the one you choose'),
  remember: yes('30 days instead of 12 hours').optional(),
  code: secondStep,
  passkey: passkeyStep,
  timezone: ownTimezone,
  proof_of_work: text().optional(),
})
const proven = z.object({ currentPassword: typed('Yours: 400 when it is wrong') })

export type InviteInput = z.output<typeof invite>
export type MemberChanges = z.output<typeof changes>
export type Acceptance = z.output<typeof acceptance>

const activity = z.object({
  id: z.int(),
  user_id: z.int().nullable(),
  user_name: textOrNull.meta({ description: 'Who did it; null when nobody was signed in' }),
  act: z.string(),
  text: z.string().meta({ description: 'What they did, as it follows their name' }),
  at: instant,
})
export type ActivityRow = z.output<typeof activity>

export const teamCalls = {
  'GET /api/activity': {
    tags,
    summary: 'Who did what, the latest first; kept for 400 days, and changed by nobody',
    query: z.object({
      user_id: idParam.optional(),
      date: queryDate('A day of the business'),
      before: idParam.optional().meta({ description: 'The id that the page before ended with' }),
      limit: queryNumber(1, 100).default(30),
    }),
    answer: ok({
      activity: z.array(activity),
      has_more: z.boolean(),
      people: z
        .array(z.object({ user_id: z.int(), user_name: z.string() }))
        .meta({ description: 'Whoever did anything in these 400 days, those who left included' }),
    }),
  },
  'GET /api/members': {
    tags,
    summary: 'Who may sign in to the business, who is invited, and to whom it is offered',
    answer: ok({
      members: z.array(member),
      invitations: z.array(invitation),
      offer: z
        .object({ to_user_id: z.int(), expires_at: instant, takeable_at: instant.nullable() })
        .nullable(),
    }),
  },
  'POST /api/members/invite': {
    tags,
    summary: 'Invites somebody by e-mail; a second invitation of an address replaces the first',
    headers: idempotencyHeaders,
    body: invite,
    status: 201,
    answer: ok({ invitation }),
  },
  'POST /api/members/invitations/:id/resend': {
    tags,
    summary: 'Mails the invitation again, with a new link',
    headers: idempotencyHeaders,
    params: byId,
    answer: ok({ invitation }),
  },
  'POST /api/members/invitations/:id/confirm': {
    tags,
    summary: 'Lets in who accepted with another e-mail than the invited one',
    headers: idempotencyHeaders,
    params: byId,
    body: z
      .object({
        email: emailOf('Whom the owner saw to have accepted: 409 when it is somebody else by now').optional(),
      })
      .nullish(),
    answer: done,
  },
  'DELETE /api/members/invitations/:id': {
    tags,
    summary: 'Withdraws an invitation',
    headers: idempotencyHeaders,
    params: byId,
    answer: done,
  },
  'PATCH /api/members/:id': {
    tags,
    summary: 'Changes what a member may do, or sends them out for a while; 409 for the last owner',
    params: byId,
    body: changes,
    answer: ok({ member }),
  },
  'DELETE /api/members/:id': {
    tags,
    summary: 'Removes a member: out at once everywhere; the history keeps the name',
    headers: idempotencyHeaders,
    params: byId,
    answer: done,
  },
  'POST /api/members/leave': {
    tags,
    summary: 'Leaves the business; 409 for the last owner',
    headers: idempotencyHeaders,
    body: proven,
    answer: done,
  },
  'POST /api/members/:id/hand-over': {
    tags,
    summary: 'Offers the business to a member, who takes it with a password of their own within 7 days',
    headers: idempotencyHeaders,
    params: byId,
    body: proven,
    answer: done,
  },
  'DELETE /api/members/hand-over': { tags, summary: 'Takes the offer back', answer: done },
  'POST /api/members/hand-over/accept': {
    tags,
    summary: 'Takes the business over: who offered it stays as a manager',
    headers: idempotencyHeaders,
    body: proven,
    answer: done,
  },
  'POST /api/auth/switch': {
    tags: ['account'],
    summary: 'Opens a session in another business of the same person; the present one goes on',
    body: z.object({ to: idParam.meta({ description: 'The business' }) }),
    answer: signedIn,
  },
  'POST /api/auth/invitation': {
    tags: ['account'],
    summary: 'What an invitation is: for whoever has its link',
    body: z.object({ token: typed('From the link in the mail') }),
    answer: ok({
      business_name: z.string(),
      invited_by: textOrNull,
      role: z.enum(STAFF_ROLES),
      email: z.string(),
      has_account: z.boolean().meta({ description: 'Whether somebody signs in with this e-mail already' }),
      expires_at: instant,
    }),
  },
  'POST /api/auth/invitation/accept': {
    tags: ['account'],
    summary: 'Accepts an invitation by a password: of an account, or of a new one; and signs in',
    body: acceptance,
    answer: ok({
      token: z.string().optional(),
      business: sessionBusiness.optional(),
      access: access.optional(),
      is_waiting: z
        .boolean()
        .meta({ description: 'Another e-mail than the invited one: the owner confirms first' }),
    }),
  },
} satisfies Calls
