/** The changes of appointments that this screen makes. */
import type { Answer, Body } from '#domain/api/calls.ts'
import { useMutation } from '@tanstack/react-query'
import { ownerApi } from '../../account/session.ts'
import { ApiError } from '../../ui/api.ts'
import { storeAppointment } from './appointment-cache.ts'
import { type Appointment, tidy } from './appointment.ts'
import { queryClient } from './client.ts'

/** The body of a new appointment. */
export type BookingInput = Body<'POST /api/appointments'>

type Patch = Body<'PATCH /api/appointments/:id'>

/** The changed fields of an appointment, and the version that was edited. */
export interface AppointmentChanges {
  id: number
  version: number
  changes: Omit<Patch, 'version'>
}

export interface Changed {
  appointment: Appointment
  /** It was so already, so that nothing was sent. */
  is_unsent?: boolean
}

/** The key that all mutations of appointments start with. */
export const CHANGES = ['appointments']

/**
 * A mutation of one appointment. Its result is shown everywhere at once. After a refusal, or when it is
 * unknown whether the change was made, all data is fetched again.
 */
export function useAppointmentChange<Variables, Answer extends Changed>(
  name: string,
  send: (variables: Variables) => Promise<Answer>,
) {
  return useMutation({
    mutationKey: [...CHANGES, name],
    mutationFn: send,
    onSuccess: ({ appointment }) => storeAppointment(appointment),
    onError(error) {
      const current = currentIn(error)
      if (current) storeAppointment(current)
      void queryClient().invalidateQueries({ queryKey: CHANGES })
    },
  })
}

/** Sends it as a change of this screen, which is no news to it, also where no component waits for the answer. */
export const asOwnChange =
  <Variables, Answer extends Changed | ManyCancelled>(
    name: string,
    send: (variables: Variables) => Promise<Answer>,
  ) =>
  (variables: Variables): Promise<Answer> =>
    queryClient()
      .getMutationCache()
      .build(queryClient(), { mutationKey: [...CHANGES, name], mutationFn: send })
      .execute(variables)

/** The present appointment in a refusal for an outdated version. */
export function currentIn(error: unknown): Appointment | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { current } = error.body as { current?: Appointment }
  return current && tidy(current)
}

/**
 * Sends only the changed fields; with the answer's `move_id` a move can be undone.
 * @throws ApiError 409 with `current` when the version is outdated.
 */
export async function patchAppointment({ id, version, changes }: AppointmentChanges) {
  const request = { params: { id }, body: { ...changes, version } }
  const { appointment, move_id } = await ownerApi.patch('/api/appointments/:id', request)
  return { appointment: tidy(appointment), move_id }
}

/** Makes it longer or shorter at its start. @throws ApiError 409 also when there is no room. */
export async function resizeAppointment({
  id,
  ...body
}: {
  id: number
  version: number
  duration_minutes: number
}) {
  const { appointment } = await ownerApi.post('/api/appointments/:id/duration', { params: { id }, body })
  return { appointment: tidy(appointment) }
}

/** `is_quiet`: the client was not told of the move, and never will be. */
export async function undoMove(id: number, move_id: number) {
  const request = { params: { id }, body: { move_id } }
  const { appointment, is_quiet } = await ownerApi.post('/api/appointments/:id/undo-move', request)
  return { appointment: tidy(appointment), is_quiet }
}

/** Books an appointment; a repeated key never makes a second one. */
export async function bookAppointment({ input, key }: { input: BookingInput; key: string }) {
  const { appointment } = await ownerApi.post('/api/appointments', { body: input, key })
  return { appointment: tidy(appointment) }
}

/** @throws ApiError 409 with `current` when the version is outdated. */
export async function cancelAppointment(appointment: Appointment, reason: string): Promise<Changed> {
  const { id, version } = appointment
  const cancellation_reason = reason.trim()
  const request = { params: { id }, body: { cancellation_reason, version } }
  await ownerApi.post('/api/appointments/:id/cancel', request)
  return { appointment: { ...appointment, status: 'cancelled', cancellation_reason } }
}

export type ManyCancelled = Omit<Answer<'POST /api/appointments/cancel-many'>, 'success'>

interface ManyToCancel {
  appointments: Appointment[]
  reason: string
  tells: boolean
  key: string
}

/**
 * Cancels several at once, as they were chosen: one that was moved or passed on since is refused. A repeated key cancels nothing
 * more, and gets the first answer.
 */
export const cancelMany = asOwnChange(
  'cancel-many',
  async ({ appointments, reason, tells, key }: ManyToCancel): Promise<ManyCancelled> => {
    const ids = appointments.map(({ id }) => id)
    const chosen = appointments.map(({ id, starts_at, professional_id }) => ({
      id,
      starts_at,
      professional_id,
    }))
    const body = { ids, chosen, cancellation_reason: reason.trim(), tell_clients: tells }
    const outcome = await ownerApi.post('/api/appointments/cancel-many', { body, key })
    void queryClient().invalidateQueries({ queryKey: CHANGES })
    return outcome
  },
)

export type Attendance = Omit<Body<'POST /api/appointments/:id/attendance'>, 'version'>

/**
 * Records the attendance, or corrects it.
 * @throws ApiError 409 with `current` when the version is outdated.
 */
export async function recordAttendance(
  { id, version }: Appointment,
  attendance: Attendance,
): Promise<Changed> {
  const request = { params: { id }, body: { ...attendance, version } }
  const { appointment } = await ownerApi.post('/api/appointments/:id/attendance', request)
  return { appointment: tidy(appointment) }
}

export type Step = Body<'POST /api/appointments/:id/step'>['step']

/** Records that the client confirmed or arrived, or undoes it. */
export async function noteStep(id: number, step: Step, is_done: boolean): Promise<Changed> {
  const request = { params: { id }, body: { step, is_done } }
  const { appointment } = await ownerApi.post('/api/appointments/:id/step', request)
  return { appointment: tidy(appointment) }
}

/** Records the clients of past appointments as attended; returns how many, also when the key is repeated. */
export async function recordAllAttended(ids: number[], key: string): Promise<number> {
  const { marked } = await ownerApi.post('/api/appointments/attended', { body: { ids }, key })
  void queryClient().invalidateQueries({ queryKey: CHANGES })
  return marked
}
