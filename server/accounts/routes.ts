import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '../db.ts'
import type { Api, Deps } from '../deps.ts'
import { failure } from '../http.ts'
import { ensureHuman } from '../verification/human.ts'
import { login } from './login.ts'
import { ownerOf, sessionOf } from './owner.ts'
import { deleteSession, sessionBusiness } from './queries.ts'
import { changePassword, forgot, resetPassword } from './reset.ts'

// The values are checked by the rules of domain/, whose sentences people read; here stands only what they mean.
const text = (description: string) => z.unknown().meta({ type: 'string', description }).optional()

const sessionRecord = z.object({
  id: z.int(),
  business_name: z.string(),
  slug: z.string(),
  email: z.string(),
  phone: z.string(),
  timezone: z.string(),
  currency: z.string(),
  logo_url: z.string().nullable(),
  brand_color: z.string().nullable(),
  is_suspended: z.boolean().meta({ description: 'Then every change is refused with 403' }),
})

/** What a log-in and a registration answer. */
export const signedIn = z.object({ success: z.literal(true), token: z.string(), business: sessionRecord })

export const signedInAnswer = async (
  db: Db,
  { token, business_id }: { token: string; business_id: number },
) => ({
  success: true as const,
  token,
  business: await sessionBusiness(db, business_id),
})

const done = z.object({ success: z.literal(true), message: z.string() })

// Longer than the work takes, so that its length says nothing of whether there was any.
const FORGOT_ANSWER_MS = 250

export function accountRoutes(api: Api, { db, now, verifier, messagesQueued }: Deps) {
  api.post(
    '/auth/login',
    {
      config: { access: 'public' },
      schema: {
        tags: ['account'],
        summary: 'Signs an owner in; 401 for a wrong e-mail or password',
        body: z.object({
          email: text('The e-mail of the business'),
          password: text('At least 6 characters'),
          recaptcha_token: text('Answer to the human check'),
          remember: z
            .unknown()
            .meta({ type: 'boolean', description: '30 days instead of 12 hours' })
            .optional(),
        }),
        response: { 200: signedIn, '4xx': failure },
      },
    },
    async (request) => {
      const { body } = request
      const opened = await login(db, now(), {
        body,
        address: request.ip,
        admit: () => ensureHuman(verifier, request, 'login', body.recaptcha_token),
      })
      return signedInAnswer(db, opened)
    },
  )

  api.get(
    '/auth/verify',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['account'],
        summary: 'Whether the session goes on',
        response: { 200: z.object({ success: z.literal(true), business: sessionRecord }), '4xx': failure },
      },
    },
    async (request) => ({ success: true as const, business: await sessionBusiness(db, ownerOf(request)) }),
  )

  api.post(
    '/auth/logout',
    {
      config: { access: 'owner', whileSuspended: true },
      schema: {
        tags: ['account'],
        summary: 'Ends the session',
        response: { 200: z.object({ success: z.literal(true) }), '4xx': failure },
      },
    },
    async (request) => {
      await deleteSession(db, sessionOf(request))
      return { success: true as const }
    },
  )

  api.post(
    '/auth/forgot-password',
    {
      config: { access: 'public' },
      schema: {
        tags: ['account'],
        summary: 'Sends a reset link if there is such an account; answers the same if not',
        body: z.object({ email: text('The e-mail of the business') }),
        response: { 200: done, '4xx': failure },
      },
    },
    async (request) => {
      const answer = sleep(FORGOT_ANSWER_MS)
      await forgot(db, now(), request.body, request.ip)
      messagesQueued()
      await answer
      return { success: true as const, message: 'Email enviado exitosamente' }
    },
  )

  api.post(
    '/auth/reset-password',
    {
      config: { access: 'public' },
      schema: {
        tags: ['account'],
        summary: 'Sets a new password by the token of the mail; every session ends',
        body: z.object({
          token: text('From the link in the mail: one hour, one use'),
          password: text('At least 6 characters'),
          confirmPassword: text('The same again, optional'),
        }),
        response: { 200: done, '4xx': failure },
      },
    },
    async (request) => {
      await resetPassword(db, now(), request.body, request.ip)
      messagesQueued()
      return { success: true as const, message: 'Contraseña restablecida exitosamente' }
    },
  )

  api.post(
    '/businesses/change-password',
    {
      config: { access: 'owner', whileSuspended: true },
      schema: {
        tags: ['account'],
        summary: 'Changes the password; every other session ends',
        body: z.object({
          currentPassword: text('400 when it is wrong'),
          newPassword: text('At least 6 characters'),
          confirmPassword: text('The same again, optional'),
        }),
        response: { 200: done, '4xx': failure },
      },
    },
    async (request) => {
      await changePassword(db, now(), sessionOf(request), request.body)
      messagesQueued()
      return { success: true as const, message: 'Contraseña actualizada exitosamente' }
    },
  )
}
