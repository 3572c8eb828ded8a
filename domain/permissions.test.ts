import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, permissionsOf, ROLES, type Permission, type Role } from './permissions.ts'

const has = (role: Role, name: Permission, switches = {}) => permissionsOf(role, switches).includes(name)
const rolesWith = (name: Permission) => ROLES.filter((role) => has(role, name))

test('an owner may do everything, whatever is switched', () => {
  assert.deepEqual(permissionsOf('owner'), PERMISSIONS)
  const off = Object.fromEntries(PERMISSIONS.map((name) => [name, false]))
  assert.deepEqual(permissionsOf('owner', off), PERMISSIONS)
})

test('who may what, as long as nothing is switched', () => {
  const cases: [Role[], Permission[]][] = [
    [
      ['owner', 'manager', 'reception', 'professional'],
      [
        ...(['account:own', 'appointments:own', 'appointments:own-write', 'clients:own'] as const),
        ...(['clients:own-notes', 'services:read', 'professionals:read', 'hours:read'] as const),
        ...(['settings:read', 'time_off:own'] as const),
      ],
    ],
    [
      ['owner', 'manager', 'reception'],
      [
        ...(['appointments:read', 'appointments:write', 'clients:read', 'clients:write'] as const),
        ...(['clients:own-phones', 'time_off:all', 'payments:take', 'till:close'] as const),
        'figures:today',
      ],
    ],
    [
      ['owner', 'manager'],
      [
        ...(['clients:merge', 'clients:import', 'services:write', 'professionals:write'] as const),
        ...(['hours:write', 'settings:write', 'payments:refund', 'figures:all', 'figures:own'] as const),
        'activity:read',
      ],
    ],
    [['owner', 'professional'], ['clients:own-health']],
    [
      ['owner'],
      [
        ...(['clients:health', 'clients:export', 'clients:forget', 'credits:read', 'plan:write'] as const),
        ...(['members:write', 'keys:write', 'domain:write', 'business:export', 'business:delete'] as const),
      ],
    ],
  ]
  for (const [roles, names] of cases) for (const name of names) assert.deepEqual(rolesWith(name), roles, name)
  assert.deepEqual(cases.flatMap(([, names]) => names).sort(), [...PERMISSIONS].sort(), 'each is in a case')
})

test('switches give and take only what is one', () => {
  const switchable = (role: Role) =>
    PERMISSIONS.filter((name) => has(role, name, { [name]: true }) !== has(role, name, { [name]: false }))
  assert.deepEqual(Object.fromEntries(ROLES.map((role) => [role, switchable(role)])), {
    owner: [],
    manager: ['clients:health', 'clients:own-health', 'clients:export', 'clients:forget'],
    reception: [],
    professional: ['appointments:own-write', 'clients:own-phones', 'time_off:own', 'figures:own'],
  })
})

test('what is no switch, or not turned by yes or no, changes nothing', () => {
  for (const switches of [{ 'credits:read': true, nonsense: true }, { 'clients:own-phones': 'true' }])
    assert.deepEqual(permissionsOf('professional', switches), permissionsOf('professional'))
})
