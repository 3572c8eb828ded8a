export const ROLES = ['owner', 'manager', 'reception', 'professional'] as const
export type Role = (typeof ROLES)[number]

/** 'on' and 'off' are per-member switches with their default value. */
type Mark = 'yes' | 'no' | 'on' | 'off'

/**
 * Who may do what, in the order of ROLES. `…:own` covers the member's own appointments, clients and figures;
 * without it, everybody's. All members may read services, hours and the like, which booking needs.
 */
const TABLE = {
  // The member's own password and session.
  'account:own': ['yes', 'yes', 'yes', 'yes'],
  'appointments:read': ['yes', 'yes', 'yes', 'no'],
  'appointments:write': ['yes', 'yes', 'yes', 'no'],
  // Read appointments and record attendance.
  'appointments:own': ['yes', 'yes', 'yes', 'yes'],
  // Book, move and cancel appointments.
  'appointments:own-write': ['yes', 'yes', 'yes', 'on'],
  'clients:read': ['yes', 'yes', 'yes', 'no'],
  'clients:own': ['yes', 'yes', 'yes', 'yes'],
  'clients:own-phones': ['yes', 'yes', 'yes', 'off'],
  'clients:write': ['yes', 'yes', 'yes', 'no'],
  'clients:own-notes': ['yes', 'yes', 'yes', 'yes'],
  'clients:merge': ['yes', 'yes', 'no', 'no'],
  'clients:import': ['yes', 'yes', 'no', 'no'],
  'clients:health': ['yes', 'off', 'no', 'no'],
  'clients:own-health': ['yes', 'off', 'no', 'yes'],
  'clients:export': ['yes', 'off', 'no', 'no'],
  'clients:forget': ['yes', 'off', 'no', 'no'],
  'services:read': ['yes', 'yes', 'yes', 'yes'],
  'services:write': ['yes', 'yes', 'no', 'no'],
  'professionals:read': ['yes', 'yes', 'yes', 'yes'],
  'professionals:write': ['yes', 'yes', 'no', 'no'],
  'hours:read': ['yes', 'yes', 'yes', 'yes'],
  'hours:write': ['yes', 'yes', 'no', 'no'],
  'settings:read': ['yes', 'yes', 'yes', 'yes'],
  'settings:write': ['yes', 'yes', 'no', 'no'],
  'time_off:all': ['yes', 'yes', 'yes', 'no'],
  'time_off:own': ['yes', 'yes', 'yes', 'on'],
  'payments:take': ['yes', 'yes', 'yes', 'no'],
  'payments:refund': ['yes', 'yes', 'no', 'no'],
  'till:close': ['yes', 'yes', 'yes', 'no'],
  'figures:all': ['yes', 'yes', 'no', 'no'],
  // Reception sees today's takings.
  'figures:today': ['yes', 'yes', 'yes', 'no'],
  'figures:own': ['yes', 'yes', 'no', 'off'],
  'credits:read': ['yes', 'no', 'no', 'no'],
  'plan:write': ['yes', 'no', 'no', 'no'],
  'members:write': ['yes', 'no', 'no', 'no'],
  // Who did what.
  'activity:read': ['yes', 'yes', 'no', 'no'],
  'keys:write': ['yes', 'no', 'no', 'no'],
  'domain:write': ['yes', 'no', 'no', 'no'],
  // Exports all data of the business as one file.
  'business:export': ['yes', 'no', 'no', 'no'],
  'business:delete': ['yes', 'no', 'no', 'no'],
} as const satisfies Record<string, readonly [Mark, Mark, Mark, Mark]>

export type Permission = keyof typeof TABLE

/** Given to members who see their own appointments and clients only: what such a call answers is cut to them. */
export const LIMITED_TO_OWN = [
  'appointments:own',
  'appointments:own-write',
  'clients:own',
  'clients:own-notes',
  'clients:own-health',
  'figures:own',
] as const satisfies Permission[]

export const PERMISSIONS = Object.keys(TABLE) as Permission[]

/** The switches set for one member: permission → granted or not. Only switches can be set. */
export type Switches = { readonly [name: string]: unknown }

/** What a member of a business may do. */
export function permissionsOf(role: Role, switches: Switches = {}): Permission[] {
  const column = ROLES.indexOf(role)
  const given = (name: Permission) => isGiven(TABLE[name][column]!, switches[name])
  // Who reads of everybody's health reads of the own clients' too, with one switch.
  return PERMISSIONS.filter(
    (name) => given(name) || (name === 'clients:own-health' && given('clients:health')),
  )
}

/** The permissions that are switches of a role, each with whether it is on as long as nobody turns it. */
export function switchesOf(role: Role): Partial<Record<Permission, boolean>> {
  const column = ROLES.indexOf(role)
  const marks = PERMISSIONS.map((name) => [name, TABLE[name][column]!] as const)
  return Object.fromEntries(
    marks.filter(([, mark]) => mark === 'on' || mark === 'off').map(([name, mark]) => [name, mark === 'on']),
  )
}

function isGiven(mark: Mark, turned: unknown): boolean {
  if (mark === 'yes' || mark === 'no') return mark === 'yes'
  return typeof turned === 'boolean' ? turned : mark === 'on'
}
