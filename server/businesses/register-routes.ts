import { knownAsMember, welcomeBack } from '../accounts/door.ts'
import { signedInAnswer } from '../accounts/signed-in.ts'
import { seenFrom } from '../accounts/devices/seen.ts'
import { ensureOpen, spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { keyOf } from '../once.ts'
import { route } from '../http/route.ts'
import { ensureHuman } from '../verification/human.ts'
import { register } from './register.ts'

export function registerRoutes(api: Api, { db, now, config, verifier, messagesQueued }: Deps) {
  // Each attempt reveals whether an e-mail has an account, and creates a business. Beyond a low limit each costs some
  // seconds of work: a refusal would let whoever shares a carrier's address shut everybody there out.
  const perHour = config.production ? 30 : 3000

  route(api, 'POST /api/auth/register', { access: 'public' }, async (request, reply) => {
    const { recaptcha_token, timezone, proof_of_work: proof, ...form } = request.body
    const network = networkOf(request.ip)
    const isSecure = config.publicUrl.startsWith('https:')
    const key = keyOf(request, 'register')
    // Of one e-mail: else one answer to the check would do for as many accounts as bring the same key.
    const use = key && `${key} ${form.email.toLowerCase()}`
    const limit = { subject: `registrations from ${network}`, max: perHour, minutes: 60 }
    const opened = await register(db, now(), {
      form,
      from: seenFrom(request, timezone),
      ensureHuman: () => ensureHuman(verifier, request, 'register', recaptcha_token, use),
      ensureOpen: () => ensureOpen(db, now(), { subjects: [limit.subject], limits: [limit], proof }),
      count: () => spend(db, now(), [{ ...limit, max: Infinity }]),
      again: { key, visit: { request, reply, isSecure, proof: undefined } },
    })
    // Once the account is there: before that the e-mail was nobody's.
    const knownAs = await knownAsMember(db, form.email)
    await welcomeBack(db, now(), 'login', knownAs, { request, reply, isSecure })
    messagesQueued()
    return signedInAnswer(db, now(), opened)
  })
}
