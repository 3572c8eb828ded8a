import type { Answer, Body } from '#domain/api/calls.ts'
import { ownerApi } from '../../../account/session.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'
import { useOptimistic } from '../use-optimistic.ts'

type Team = Answer<'GET /api/members'>
type TeamData = Omit<Team, 'success'>
export type Member = Team['members'][number]
export type Invitation = Team['invitations'][number]

/** Who signs in to the business, who is invited, and to whom it is offered. */
export const teamQuery = () => read('/api/members', ({ success: _, ...team }) => team)

/** What was changed shows as the server has it. */
async function changed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } finally {
    void queryClient().invalidateQueries({ queryKey: teamQuery().queryKey })
  }
}

export const invite = (body: Body<'POST /api/members/invite'>) =>
  changed(ownerApi.post('/api/members/invite', { body }))

export const resendInvitation = (id: number) =>
  changed(ownerApi.post('/api/members/invitations/:id/resend', { params: { id } }))

/** Lets in whom the screen shows to have accepted, and nobody else. */
export const confirmInvitation = (id: number, email: string) =>
  changed(ownerApi.post('/api/members/invitations/:id/confirm', { params: { id }, body: { email } }))

export const withdrawInvitation = (id: number) =>
  changed(ownerApi.delete('/api/members/invitations/:id', { params: { id } }))

export const changeMember = (id: number, body: Body<'PATCH /api/members/:id'>) =>
  changed(ownerApi.patch('/api/members/:id', { params: { id }, body }))

interface Turn {
  user_id: number
  name: string
  isOn: boolean
}

/** A switch of a member, which counts as soon as it is turned. */
export const useMemberSwitch = () =>
  useOptimistic({
    query: teamQuery(),
    send: ({ user_id, name, isOn }: Turn) =>
      ownerApi.patch('/api/members/:id', { params: { id: user_id }, body: { switches: { [name]: isOn } } }),
    show: (team, { user_id, name, isOn }) =>
      withSwitches(team, user_id, (switches) => ({ ...switches, [name]: isOn })),
    settle: (team, { member }) => withSwitches(team, member.user_id, () => member.switches),
    failure: 'Error al guardar los cambios',
  })

const withSwitches = (
  team: TeamData,
  id: number,
  make: (switches: Member['switches']) => Member['switches'],
): TeamData => ({
  ...team,
  members: team.members.map((one) => (one.user_id === id ? { ...one, switches: make(one.switches) } : one)),
})

export const removeMember = (id: number) => changed(ownerApi.delete('/api/members/:id', { params: { id } }))

export const offerOwnership = (id: number, currentPassword: string, key: string) =>
  changed(ownerApi.post('/api/members/:id/hand-over', { params: { id }, body: { currentPassword }, key }))

export const withdrawOffer = () => changed(ownerApi.delete('/api/members/hand-over'))
