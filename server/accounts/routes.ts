import { setTimeout as sleep } from 'node:timers/promises'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { spendRarely } from '../limits/rarely.ts'
import { route } from '../http/route.ts'
import { ensureHuman } from '../verification/human.ts'
import { confirmEmail, mailAgain } from './confirm-email.ts'
import { login } from './login.ts'
import { sessionOf } from './owner.ts'
import { notMe } from './devices/not-me.ts'
import { partyOf } from './passkeys/party.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { businessesOf, deleteSession, offerTo, sessionBusiness, sessionUser } from './queries.ts'
import { admittedPassword, changePassword, forgot, resetPassword } from './reset.ts'
import { onceBy } from './repeated.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { seenFrom } from './devices/seen.ts'
import { sessionRoutes } from './devices/routes.ts'
import { signedInAnswer } from './signed-in.ts'
import { switchTo } from './switch.ts'

const all = { access: 'public' } as const
const own = { needs: 'account:own' } as const
const ownAlways = { ...own, whileSuspended: true } as const
const keepingOut = { ...ownAlways, countedBySession: true } as const

// Longer than the work takes, so that the duration does not reveal whether there was any.
const FORGOT_ANSWER_MS = 250

export function accountRoutes(api: Api, deps: Deps) {
  const { db, now, config, verifier, secrets, messagesQueued } = deps
  const isSecure = config.publicUrl.startsWith('https:')
  const steps = { secrets, party: partyOf(config) }

  route(api, 'POST /api/auth/login', all, async (request, reply) => {
    const { recaptcha_token, proof_of_work: proof, ...who } = request.body
    const admit = () => ensureHuman(verifier, request, 'login', recaptcha_token)
    const entered = await login(db, now(), steps, { who, admit, request, reply, isSecure, proof })
    messagesQueued()
    return signedInAnswer(db, now(), entered)
  })

  secondFactorRoutes(api, deps)
  sessionRoutes(api, deps)
  passkeyRoutes(api, deps)

  route(api, 'GET /api/auth/verify', own, async (request) => {
    const session = sessionOf(request)
    const { business_id, user_id, role, professional_id, permissions } = session
    const [business, user, businesses, offer] = await Promise.all([
      sessionBusiness(db, business_id),
      sessionUser(db, user_id),
      businessesOf(db, user_id),
      offerTo(db, session, now()),
    ])
    const may = { role, professional_id, permissions: [...permissions] }
    return { success: true, business, user, ...may, now: now(), businesses, offer }
  })

  route(api, 'POST /api/auth/switch', ownAlways, async (request) => {
    return signedInAnswer(
      db,
      now(),
      await switchTo(db, now(), sessionOf(request), request.body.to, seenFrom(request)),
    )
  })

  route(api, 'POST /api/auth/logout', { ...keepingOut, endsSession: 'log-out' }, async (request) => {
    await deleteSession(db, sessionOf(request))
    return { success: true }
  })

  route(api, 'POST /api/auth/forgot-password', all, async (request) => {
    const answer = sleep(FORGOT_ANSWER_MS)
    const { email, proof_of_work: proof } = request.body
    await forgot(db, now(), { email, network: networkOf(request.ip), proof })
    messagesQueued()
    await answer
    return { success: true, message: 'Email enviado exitosamente' }
  })

  route(api, 'POST /api/auth/reset-password', all, async (request, reply) => {
    await resetPassword(db, now(), request.body, { request, reply, isSecure })
    messagesQueued()
    return { success: true, message: 'Contraseña restablecida exitosamente' }
  })

  route(api, 'POST /api/auth/not-me', all, async (request) => {
    return { success: true, ...(await notMe(db, now(), request.body.token, networkOf(request.ip))) }
  })

  route(api, 'POST /api/auth/confirm-email', all, async (request) => {
    await confirmEmail(db, now(), request.body.token, networkOf(request.ip))
    messagesQueued()
    return { success: true, message: 'Tu correo quedó confirmado' }
  })

  route(api, 'POST /api/auth/confirmation-mail', own, async (request) => {
    await mailAgain(db, now(), sessionOf(request).business_id)
    messagesQueued()
    return { success: true, message: 'Te enviamos el enlace otra vez' }
  })

  route(api, 'POST /api/businesses/change-password', keepingOut, async (request) => {
    const session = sessionOf(request)
    let admitted: Awaited<ReturnType<typeof admittedPassword>>
    const admit = async () => {
      admitted = await admittedPassword(db, now(), session, request.body)
      await spendRarely(db, now(), 'passwords changed', { ...session, ip: request.ip })
    }
    await onceBy({ db, now, admit }, request, (tx) => changePassword(tx, now(), session, admitted))
    messagesQueued()
    return { success: true, message: 'Contraseña actualizada exitosamente' }
  })
}
