import { PERMISSIONS, permissionsOf, type Role, type Switches } from '#domain/permissions.ts'
import { FORBIDDEN } from '#server/accounts/owner.ts'
import type { GuardedRoute } from '#server/http/http.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, database, ownerHeaders } from '../helper.ts'
import { everythingIn, memberOf, sendRoute, type TestMember } from '../roles.ts'
import { bodyFor, idsOf, twoProfessionals } from '../two-professionals.ts'

const db = await database()
// A refused body is not read, which a slow machine would hear of.
const { app, call } = await api(db, { env: { REQUEST_SECONDS: '290' } })

/** Everybody whose rights differ: each role as it is, and with every switch turned the other way. */
const KINDS: [string, Role, Switches][] = (
  ['owner', 'manager', 'reception', 'professional'] as const
).flatMap((role) => {
  const usual = permissionsOf(role)
  const turned = Object.fromEntries(PERMISSIONS.map((name) => [name, !usual.includes(name)]))
  const kinds: [string, Role, Switches][] = [[role, role, {}]]
  if (permissionsOf(role, turned).length !== usual.length || role === 'professional')
    kinds.push([`${role}, every switch turned`, role, turned])
  return kinds
})

const routes = app.calls.filter(
  ({ needs, method, url }) => needs && method !== 'HEAD' && !url.endsWith('/events'),
)
const name = ({ method, url }: GuardedRoute) => `${method} ${url}`

const home = await twoProfessionals(call, db)
const elsewhere = await twoProfessionals(call, db)
const staff: [string, TestMember][] = []
for (const [kind, role, switches] of KINDS)
  staff.push([
    kind,
    await memberOf(db, home.who.business_id, role, {
      switches,
      professional_id: role === 'professional' ? home.place.professional_id : null,
    }),
  ])

describe('what the table refuses is refused at every call, and nothing is stored', () => {
  for (const [kind, person] of staff)
    test(kind, async () => {
      const before = await everythingIn(db, home.who.business_id)
      for (const route of routes.filter(({ needs }) => !person.permissions.includes(needs!))) {
        const sent = await sendRoute(app, route, person.headers, {
          ids: idsOf(home, home.mine),
          body: bodyFor(home, route.url),
        })
        assert.equal(sent.status, 403, name(route))
        assert.deepEqual(JSON.parse(sent.text), { success: false, error: FORBIDDEN }, name(route))
      }
      assert.equal(await everythingIn(db, home.who.business_id), before)
    })
})

describe('what the table allows is allowed: no call answers 403', () => {
  for (const [kind, person] of staff)
    test(kind, async () => {
      for (const route of routes.filter(({ needs }) => person.permissions.includes(needs!))) {
        // Sent to rows that are not there, so that no call takes away what the next one needs.
        const ids = (url: string) => url.replace(/:date$/, '2026-12-24').replace(/:\w+/g, '999999999')
        const headers = await ownerHeaders(db, person)
        const { status } = await sendRoute(app, route, headers, { ids })
        assert.ok(status < 500 && status !== 401 && status !== 403, `${name(route)}: ${status}`)
      }
    })
})

describe('another business is not there, whatever the role, and nothing of it is changed', () => {
  for (const [kind, role, switches] of KINDS)
    test(kind, async () => {
      const person = await memberOf(db, home.who.business_id, role, {
        switches,
        professional_id: role === 'professional' ? home.place.professional_id : null,
      })
      const before = await everythingIn(db, elsewhere.who.business_id)
      for (const route of routes.filter(({ url }) => url.includes(':') && !url.endsWith('/:date'))) {
        const sent = await sendRoute(app, route, person.headers, {
          ids: idsOf(elsewhere, elsewhere.mine),
          body: bodyFor(home, route.url),
        })
        const expected = person.permissions.includes(route.needs!) ? [404] : [403]
        // A call that needs more than its permission may refuse before it looks.
        if (route.url.endsWith('/cancel-conflicts')) expected.push(403)
        assert.ok(expected.includes(sent.status), `${name(route)}: ${sent.status} ${sent.text}`)
      }
      assert.equal(await everythingIn(db, elsewhere.who.business_id), before)
    })
})
