import { creditsOf } from '#domain/credits.ts'
import { partyOf } from '../accounts/passkeys/party.ts'
import type { Api, Deps } from '../deps.ts'
import { creditBalance, grantCredits } from '../credits/queries.ts'
import { ensureNotErased } from '../deletion/queries.ts'
import { mailStopped } from '../messages/stopped-queries.ts'
import { notFound } from '../http/refusal.ts'
import { decide, noteSeen, openReports } from '../reports/queries.ts'
import { releaseMany } from '../messages/release-queries.ts'
import { route } from '../http/route.ts'
import { disconnectedSince } from '../whatsapp/queries.ts'
import { templateNews } from '../whatsapp/template-queries.ts'
import { businessFigures } from './business-queries.ts'
import { administratorOf } from './gate.ts'
import { administratorLogin } from './login.ts'
import { administratorSecondFactor } from './second-factor-routes.ts'
import { administratorSessions } from './session-routes.ts'
import { administratorPasskeys } from './passkey-routes.ts'
import { countBusinesses, listBusinesses } from './list-queries.ts'
import { decideName, waitingNames } from './name-queries.ts'
import {
  auditLog,
  closeAdministratorSession,
  growth,
  platformMetrics,
  record,
  setOfferLimits,
  setSuspended,
} from './queries.ts'
import { onceByAdministrator } from './repeated.ts'

const ACTS = 50

const config = { access: 'administrator' } as const

export function adminRoutes(api: Api, deps: Deps) {
  const { db, now, secrets, live, messagesQueued } = deps
  const { publicUrl, whatsapp } = deps.config
  const isSecure = publicUrl.startsWith('https:')

  route(api, 'POST /api/admin/login', { access: 'public' }, async (request, reply) => {
    const { proof_of_work: proof, ...who } = request.body
    const visit = { request, reply, isSecure, proof }
    const entered = await administratorLogin(db, now(), { secrets, party: partyOf(deps.config) }, who, visit)
    messagesQueued()
    return { success: true, ...entered }
  })

  administratorSecondFactor(api, deps)
  administratorSessions(api, deps)
  administratorPasskeys(api, deps)

  route(api, 'POST /api/admin/logout', { ...config, endsSession: 'log-out' }, async (request) => {
    const { id, token_hash } = administratorOf(request)
    // Sent twice at once, it ends one session.
    if (await closeAdministratorSession(db, token_hash))
      await record(db, { administrator_id: id, act: 'logout', nowMs: now() })
    return { success: true }
  })

  route(api, 'GET /api/admin/metrics', config, async () => ({
    success: true,
    metrics: await platformMetrics(db, now()),
  }))

  route(api, 'GET /api/admin/growth', config, async () => ({
    success: true,
    months: await growth(db, now()),
  }))

  route(api, 'GET /api/admin/businesses', config, async ({ query }) => {
    const [businesses, total] = await Promise.all([listBusinesses(db, query), countBusinesses(db, query.q)])
    return { success: true, businesses, total }
  })

  route(api, 'GET /api/admin/businesses/:id', config, async ({ params: { id } }) => {
    const [[business], figures, acts] = await Promise.all([
      listBusinesses(db, { id, limit: 1 }),
      businessFigures(db, id, now()),
      auditLog(db, { business_id: id, limit: ACTS }),
    ])
    if (!business || !figures) throw notFound('Negocio no encontrado')
    // What is erased has no account any more, and gets none.
    const { free_credits, paid_credits } = business.erased_at
      ? creditsOf(0, 0)
      : await creditBalance(db, id, now())
    return { success: true, business, figures: { ...figures, free_credits, paid_credits }, acts }
  })

  for (const act of ['suspend', 'reactivate'] as const)
    route(api, `POST /api/admin/businesses/:id/${act}`, config, async (request) => {
      const nowMs = now()
      const business_id = request.params.id
      const answer = await onceByAdministrator(deps, request, async (tx) => {
        if (!(await setSuspended(tx, business_id, act === 'suspend' ? nowMs : null)))
          throw notFound('Negocio no encontrado')
        // From here on it is their word that the page is off, or on, not that of who reported it.
        await noteSeen(tx, business_id, nowMs)
        const reason = request.body?.reason
        const administrator_id = administratorOf(request).id
        await record(tx, { administrator_id, act, business_id, detail: reason ? { reason } : {}, nowMs })
        return { success: true as const }
      })
      live.changed(business_id)
      return answer
    })

  route(api, 'POST /api/admin/businesses/:id/credits', config, async (request) => {
    const { packages, reference } = request.body
    const administrator_id = administratorOf(request).id
    const business_id = request.params.id
    const nowMs = now()
    const detail = { packages, reference }
    // Both or neither: a grant that nobody can find again would be refused as a repetition.
    const answer = await onceByAdministrator(deps, request, async (tx) => {
      await ensureNotErased(tx, business_id)
      await grantCredits(tx, { business_id, packages, reference, administrator_id }, nowMs)
      await record(tx, { administrator_id, act: 'grant_credits', business_id, detail, nowMs })
      return { success: true as const }
    })
    live.changed(business_id)
    return answer
  })

  route(api, 'GET /api/admin/mail', config, async () => ({
    success: true,
    stopped: await mailStopped(db, now()),
  }))

  route(api, 'GET /api/admin/whatsapp', config, async () => {
    // Without keys nothing goes out, so nothing can be mended.
    if (!whatsapp) return { success: true, disconnected_since: null, templates: [] }
    const [disconnected_since, templates] = await Promise.all([disconnectedSince(db), templateNews(db)])
    return { success: true, disconnected_since, templates }
  })

  route(api, 'GET /api/admin/sender-names', config, async () => ({
    success: true,
    names: await waitingNames(db),
  }))

  route(api, 'POST /api/admin/businesses/:id/sender-name', config, async (request) => {
    const { name, is_approved } = request.body
    const administrator_id = administratorOf(request).id
    const business_id = request.params.id
    const nowMs = now()
    return onceByAdministrator(deps, request, async (tx) => {
      if (!(await decideName(tx, { business_id, name, is_approved, administrator_id, nowMs })))
        throw notFound('Nombre no encontrado')
      const act = is_approved ? 'approve_name' : 'refuse_name'
      await record(tx, { administrator_id, act, business_id, detail: { name }, nowMs })
      return { success: true as const }
    })
  })

  route(api, 'GET /api/admin/reports', config, async () => ({
    success: true,
    reports: await openReports(db),
  }))

  route(api, 'POST /api/admin/businesses/:id/reports', config, async (request) => {
    const { outcome: state, reason, seen } = request.body
    const administrator_id = administratorOf(request).id
    const business_id = request.params.id
    const nowMs = now()
    const answer = await onceByAdministrator(deps, request, async (tx) => {
      const { reports, wasHidden } = await decide(tx, { business_id, state, seen, administrator_id, nowMs })
      if (reports === 0 && !wasHidden) throw notFound('No hay reportes por revisar')
      if (state === 'acted') await setSuspended(tx, business_id, nowMs)
      else if (wasHidden) await setSuspended(tx, business_id, null)
      const act = state === 'acted' ? 'act_on_reports' : 'dismiss_reports'
      const detail = { reports, ...(reason && { reason }) }
      await record(tx, { administrator_id, act, business_id, detail, nowMs })
      return { success: true as const }
    })
    live.changed(business_id)
    return answer
  })

  route(api, 'POST /api/admin/businesses/:id/limits', config, async (request) => {
    const { max_services, max_professionals, max_mails } = request.body
    const limits = {
      ...(max_services !== undefined && { max_services }),
      ...(max_professionals !== undefined && { max_professionals }),
      ...(max_mails !== undefined && { max_mails }),
    }
    const business_id = request.params.id
    const administrator_id = administratorOf(request).id
    return onceByAdministrator(deps, request, async (tx) => {
      // The business first, as whoever suspends it or erases it locks them.
      const before = await setOfferLimits(tx, business_id, limits)
      if (!before) throw notFound('Negocio no encontrado')
      await ensureNotErased(tx, business_id)
      if (Object.keys(limits).length === 0) return { success: true as const }
      if (max_mails !== undefined && max_mails !== before.max_mails) await releaseMany(tx, business_id, now())
      const detail = { ...limits, before }
      await record(tx, { administrator_id, act: 'set_limits', business_id, detail, nowMs: now() })
      return { success: true as const }
    })
  })

  route(api, 'GET /api/admin/audit', config, async (request) => {
    const { limit = 50, offset = 0 } = request.query
    return { success: true, acts: await auditLog(db, { limit, offset }) }
  })
}
