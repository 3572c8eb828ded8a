import { FORBIDDEN, ownerOf, sessionOf } from '../accounts/owner.ts'
import { askerOf, lockedAsker } from '../accounts/devices/asker.ts'
import { keyOfEnding } from '../accounts/ended.ts'
import { onceBy } from '../accounts/repeated.ts'
import { partyOf } from '../accounts/passkeys/party.ts'
import { sessionBusiness } from '../accounts/queries.ts'
import { NOBODYS_HASH } from '../accounts/passwords.ts'
import { ensurePassword } from '../accounts/reset.ts'
import { signedInAnswer } from '../accounts/signed-in.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { once } from '../once.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { activityOf, peopleOfActivity } from './activity-queries.ts'
import { accept, readInvitation } from './accept.ts'
import { eraseIfNowhere } from './erase-queries.ts'
import { openOffer } from './hand-over-queries.ts'
import { spendRarely } from '../limits/rarely.ts'
import { ensureMayOffer, offerOwnership, takeOver, withdrawOffer } from './hand-over.ts'
import { confirmClaim, ensureMayInvite, ensureMayResend, invite, resend, withdraw } from './invite.ts'
import { changeMember, keepingAnOwner, NO_MEMBER, removeMember } from './members.ts'
import { invitationsOf } from './invitation-queries.ts'
import { membersOf, userOfEmail } from './queries.ts'

const manage = { needs: 'members:write' } as const
// Whoever must go, goes from a suspended business too.
const always = { ...manage, whileSuspended: true } as const
const own = { needs: 'account:own', whileSuspended: true } as const
const all = { access: 'public' } as const

/** A day of the business, from its beginning to the next one's, epoch milliseconds. */
function dayIn(zone: string, date: string): [number, number] {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).epochMilliseconds
  const day = Temporal.PlainDate.from(date)
  return [startOf(day), startOf(day.add({ days: 1 }))]
}

/** The people of a business: who they are, who is invited, and what each may do. */
export function teamRoutes(api: Api, { db, now, config, secrets, messagesQueued }: Deps) {
  const isSecure = config.publicUrl.startsWith('https:')
  const party = partyOf(config)

  route(api, 'GET /api/members', manage, async (request) => {
    const owner = ownerOf(request)
    const [members, invitations, offer] = await Promise.all([
      membersOf(db, owner, sessionOf(request).user_id),
      invitationsOf(db, owner, now()),
      openOffer(db, owner, now()),
    ])
    return { success: true, members, invitations, offer: offer ?? null }
  })

  route(api, 'GET /api/activity', { needs: 'activity:read' }, async (request) => {
    const owner = ownerOf(request)
    const { date, ...query } = request.query
    const { timezone } = await sessionBusiness(db, owner)
    const span = date === undefined ? undefined : dayIn(timezone, date)
    const [rows, people] = await Promise.all([
      activityOf(db, owner, { ...query, span }),
      peopleOfActivity(db, owner),
    ])
    return { success: true, ...rows, people }
  })

  route(api, 'POST /api/members/invite', manage, async (request) => {
    const session = sessionOf(request)
    const admit = () => ensureMayInvite(db, now(), session, request.body, networkOf(request.ip))
    const answer = await onceBy({ db, now, admit }, request, async (tx) => ({
      invitation: await invite(tx, now(), session, request.body),
    }))
    messagesQueued()
    return { success: true, ...answer }
  })

  route(api, 'POST /api/members/invitations/:id/resend', manage, async (request) => {
    const { id } = request.params
    const session = sessionOf(request)
    const admit = () => ensureMayResend(db, now(), session, id, networkOf(request.ip))
    const answer = await onceBy({ db, now, admit }, request, async (tx) => ({
      invitation: await resend(tx, now(), session, id),
    }))
    messagesQueued()
    return { success: true, ...answer }
  })

  route(api, 'POST /api/members/invitations/:id/confirm', manage, async (request) => {
    const { params, body } = request
    await onceBy({ db, now }, request, (tx) =>
      confirmClaim(tx, now(), sessionOf(request), params.id, body?.email),
    )
    messagesQueued()
    return { success: true }
  })

  route(api, 'DELETE /api/members/invitations/:id', always, async (request) => {
    await onceBy({ db, now }, request, (tx) => withdraw(tx, now(), sessionOf(request), request.params.id))
    return { success: true }
  })

  route(api, 'PATCH /api/members/:id', always, async (request) => {
    const session = sessionOf(request)
    const { id } = request.params
    await changeMember(db, now(), session, id, request.body)
    const members = await membersOf(db, session.business_id, session.user_id)
    const member = members.find(({ user_id }) => user_id === id)
    if (!member) throw notFound(NO_MEMBER)
    return { success: true, member }
  })

  route(api, 'DELETE /api/members/:id', always, async (request) => {
    await keepingAnOwner(() =>
      onceBy({ db, now }, request, (tx) => removeMember(tx, now(), sessionOf(request), request.params.id)),
    )
    await eraseIfNowhere(db, request.params.id, { nowMs: now(), password_hash: NOBODYS_HASH })
    return { success: true }
  })

  route(api, 'POST /api/members/leave', { ...own, endsSession: 'leaving' }, async (request) => {
    const session = sessionOf(request)
    const { business_id, user_id, token_hash: hash } = session
    const admit = () => ensurePassword(db, now(), session, request.body.currentPassword, 'currentPassword')
    const keyed = { business_id, key: keyOfEnding(request, { hash }), nowMs: now(), admit }
    const answer = await keepingAnOwner(() =>
      once(db, keyed, async (tx) => {
        await lockedAsker(tx, askerOf(session))
        await removeMember(tx, now(), session, user_id)
        return { success: true as const }
      }),
    )
    await eraseIfNowhere(db, user_id, { nowMs: now(), password_hash: NOBODYS_HASH })
    return answer
  })

  route(api, 'POST /api/members/:id/hand-over', manage, async (request) => {
    const session = sessionOf(request)
    if (session.role !== 'owner') throw new Refusal(403, FORBIDDEN)
    const to = request.params.id
    const password = request.body.currentPassword
    const admit = async () => {
      await ensureMayOffer(db, now(), session, { to, password })
      await spendRarely(db, now(), 'ownerships offered', { ...session, ip: request.ip })
    }
    await onceBy({ db, now, admit }, request, (tx) => offerOwnership(tx, now(), session, to))
    messagesQueued()
    return { success: true }
  })

  route(api, 'DELETE /api/members/hand-over', always, async (request) => {
    await db.transaction().execute((tx) => withdrawOffer(tx, now(), sessionOf(request)))
    return { success: true }
  })

  route(api, 'POST /api/members/hand-over/accept', own, async (request) => {
    const session = sessionOf(request)
    const admit = () => ensurePassword(db, now(), session, request.body.currentPassword, 'currentPassword')
    await onceBy({ db, now, admit }, request, (tx) => takeOver(tx, now(), session))
    messagesQueued()
    return { success: true }
  })

  route(api, 'POST /api/auth/invitation', all, async (request) => {
    const open = await readInvitation(db, now(), request.body.token, networkOf(request.ip))
    const { business_name, invited_by, role, email, expires_at } = open
    const has_account = (await userOfEmail(db, email)) !== undefined
    return { success: true, business_name, invited_by, role, email, has_account, expires_at }
  })

  route(api, 'POST /api/auth/invitation/accept', all, async (request, reply) => {
    const { proof_of_work: proof, ...body } = request.body
    const entered = await accept(db, now(), { secrets, party }, body, {
      request,
      reply,
      isSecure,
      proof,
    })
    messagesQueued()
    if (!entered) return { success: true, is_waiting: true }
    return { ...(await signedInAnswer(db, now(), entered)), is_waiting: false }
  })
}
