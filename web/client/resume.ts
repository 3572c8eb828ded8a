import { deliver } from '../ui/delivery/deliver.ts'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { renewing, takeProof } from './human.ts'
import { sayDone, sayOutcome } from './outcome.ts'
import { clearPending, type Pending, writePending } from './pending.ts'
import type { Appointment, PortalData } from './portal-data.ts'

/**
 * For so long after its press a change is sent again unasked. Later, the client and the business may have agreed on something
 * else by telephone.
 */
const RECENT_MS = 2 * 60_000

export const isRecent = ({ at }: Pending): boolean => Date.now() - at < RECENT_MS

interface Waiting {
  onLost: (retryNow: () => void) => void
  /** Whether its sender has left, and nothing more is to be sent. */
  isLeft: () => boolean
}

/**
 * Repeats a change from before a reload under its key, so that it is made once, and says what came of it.
 * @throws when its sender leaves before there is an answer.
 */
export async function repeat(
  pending: Pending,
  verification: PortalData['verification'],
  { onLost, isLeft }: Waiting,
) {
  const { kind, path, attempt } = pending
  const proof = await takeProof(verification).catch(() => undefined)
  const payload = { ...attempt.payload, ...(proof && { recaptcha_token: proof }) }
  const renewed = renewing(verification, payload)
  const answer = await deliver(path, { key: attempt.key, payload }, onLost, () => {
    if (isLeft()) throw new Error('left')
    return renewed()
  })
  if (isLeft()) return
  // Neither a limit nor a failure is an answer to what was sent before it: the next press has its key.
  if (answer.status >= 500 || answer.status === 429) writePending({ ...pending, isFailed: true })
  else clearPending(path)
  sayOutcome(kind, answer)
}

/** Says of a change that was sent longer ago whether it was made, as its appointment stands. */
export function sayWhetherMade(pending: Pending, appointments: Appointment[]) {
  const appointment = appointments.find(({ id }) => pending.path.endsWith(`/${id}`))
  if (appointment && isMade(pending, appointment)) {
    clearPending(pending.path)
    return sayDone(pending.kind)
  }
  // A press of the same has its key.
  writePending({ ...pending, isFailed: true })
  toast.error(NOT_MADE[pending.kind], FOUR_SECONDS)
}

function isMade({ kind, attempt }: Pending, appointment: Appointment): boolean {
  if (kind === 'cancel') return appointment.status === 'cancelled'
  // Who stays is not named.
  const { new_date, new_time, professional_id = appointment.professional_id } = attempt.payload as Move
  return (
    appointment.appointment_date === new_date &&
    appointment.appointment_time.slice(0, 5) === new_time &&
    appointment.professional_id === professional_id
  )
}

interface Move {
  new_date?: string
  new_time?: string
  professional_id?: number
}

const NOT_MADE = {
  cancel: 'Tu cita no se canceló: se cortó la conexión. Si todavía quieres, cancélala otra vez.',
  move: 'Tu cita no se reagendó: se cortó la conexión. Si todavía quieres, reagéndala otra vez.',
}
