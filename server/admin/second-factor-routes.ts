import {
  disable,
  enable,
  renewRecovery,
  secondFactorState,
  setUp,
  type Told,
} from '../accounts/second-factor.ts'
import { holderFacts } from '../accounts/second-factor-queries.ts'
import type { Api, Deps } from '../deps.ts'
import { queueAccountChanged } from '../messages/account-changed.ts'
import { INSTALLATION } from '../messages/digest-queries.ts'
import { route } from '../http/route.ts'
import { administratorOf } from './gate.ts'
import { record } from './queries.ts'

const config = { access: 'administrator' } as const

/** Notes a change of an administrator's second factor, and tells them by mail. */
export const toldAdministrator =
  (id: number, nowMs: number): Told =>
  async (tx, change, detail) => {
    await record(tx, { administrator_id: id, act: change, nowMs })
    const { email } = await holderFacts(tx, { table: 'administrators', id })
    await queueAccountChanged(tx, { business_id: INSTALLATION, recipient: email, at: nowMs, change, detail })
  }

/** An administrator's own second factor, as a user's. */
export function administratorSecondFactor(api: Api, { db, now, secrets, messagesQueued }: Deps) {
  const changeOf = ({ id, token_hash }: ReturnType<typeof administratorOf>) => ({
    holder: { table: 'administrators', id } as const,
    keep: token_hash,
    told: toldAdministrator(id, now()),
  })

  route(api, 'GET /api/admin/second-factor', config, async (request) => {
    const { holder } = changeOf(administratorOf(request))
    return { success: true, ...(await secondFactorState(db, holder)) }
  })

  route(api, 'POST /api/admin/second-factor/setup', config, async (request) => {
    const change = changeOf(administratorOf(request))
    return { success: true, ...(await setUp(db, now(), change, secrets)) }
  })

  route(api, 'POST /api/admin/second-factor/on', config, async (request) => {
    await enable(db, now(), secrets, changeOf(administratorOf(request)), request.body)
    messagesQueued()
    return { success: true }
  })

  route(api, 'POST /api/admin/second-factor/off', config, async (request) => {
    await disable(db, now(), secrets, changeOf(administratorOf(request)), request.body)
    messagesQueued()
    return { success: true }
  })

  route(api, 'POST /api/admin/second-factor/recovery-codes', config, async (request) => {
    const change = changeOf(administratorOf(request))
    const recovery_codes = await renewRecovery(db, now(), secrets, change, request.body)
    messagesQueued()
    return { success: true, recovery_codes }
  })
}
