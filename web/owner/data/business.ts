import type { Answer, Body } from '#domain/api/calls.ts'
import { isSameEmail } from '#domain/account.ts'
import type { BusinessDay } from '#domain/week.ts'
import { ownerApi, type SessionBusiness, update } from '../../account/session.ts'
import { queryClient } from './client.ts'
import { noteLeftOver } from './left-over/left-over.ts'
import { read } from './read.ts'

/** The owner's business, with its opening hours. */
export type Profile = Answer<'GET /api/businesses/profile'>['business']
export type ProfileChanges = Omit<Body<'PATCH /api/businesses/profile'>, 'version'>

/** The public call does not find a suspended business, so this is the owner's. */
export const profileQuery = () => read('/api/businesses/profile', ({ business }) => business)

/** What customers see of its hours; 404 while it is suspended. */
export const shownHoursQuery = (id: number) =>
  read(
    '/api/businesses/public/:idOrSlug',
    ({ business: { schedules, special_dates } }) => ({ schedules, special_dates }),
    { params: { idOrSlug: String(id) } },
  )

/** Sends only the changed fields. @throws ApiError 409 with `current` when the version is outdated. */
export async function patchProfile(body: ProfileChanges & { version?: number }): Promise<Profile> {
  const { business } = await ownerApi.patch('/api/businesses/profile', { body })
  profileStored(business)
  return business
}

/** Stores the opening hours. @throws ApiError 409 with `current` when the version is outdated. */
export async function putBusinessHours(
  id: number,
  body: { schedules: BusinessDay[]; hours_version: number },
) {
  const answer = await ownerApi.put('/api/schedules/business/:id', { params: { id }, body })
  const { schedules, hours_version } = answer
  profileStored({ schedules, hours_version })
  noteLeftOver(answer)
  void queryClient().invalidateQueries({ queryKey: hoursQuery().queryKey })
  return { schedules, hours_version }
}

/** Updates the cached profile and the frame from an answer. */
export function profileStored(changes: Partial<Profile>) {
  queryClient().setQueryData(profileQuery().queryKey, (profile) => profile && { ...profile, ...changes })
  update((before) => ({ ...shownInFrame(changes), ...loginAfter(before, changes) }))
}

/** Who signed in by the business's e-mail does so by its new one. */
function loginAfter({ access, email: former }: SessionBusiness, { email }: Partial<Profile>) {
  const user = access?.user
  return (
    email && user && isSameEmail(user.email, former) && { access: { ...access, user: { ...user, email } } }
  )
}

/**
 * Whether the owner who reads signs in by the business's e-mail: after a hand-over it is nobody's log-in. Both are as the
 * session knows them, since the profile may already hold what another screen changed.
 */
export const isLoginEmail = ({ access, email }: SessionBusiness): boolean =>
  access?.user === undefined || (access.role === 'owner' && isSameEmail(access.user.email, email))

function shownInFrame(changes: Partial<Profile>) {
  const { business_name, slug, email, phone, timezone, currency, logo_url, brand_color } = changes
  const shown = { business_name, slug, email, phone, timezone, currency, logo_url }
  const given = Object.entries(shown).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...(brand_color && { brand_color }) }
}

/** Whether the business can use an address, with a free alternative. */
export const slugQuery = (slug: string) =>
  read('/api/businesses/slug-available', ({ success: _, ...answer }) => answer, { query: { slug } })

export type OwnDay = Answer<'GET /api/schedules/professionals'>['schedules'][number]

/** The opening hours, and the weeks of those professionals who have one of their own. */
export const hoursQuery = () =>
  read('/api/schedules/professionals', ({ schedules, business_week }) => ({
    // A server of before the field may still answer beside the new one.
    business: business_week ?? [],
    own: schedules,
  }))
