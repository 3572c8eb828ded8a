import { atTime, longDate } from '#domain/dates.ts'
import type { ComponentProps } from 'react'
import { Message } from '../../message.tsx'
import { ClientFields } from './client/client-fields.tsx'
import type { Confirmed } from './done/confirmed.ts'
import { GONE, titleOf } from './done/standing.ts'
import type { Posted } from './submit.ts'

interface Props {
  /** Why the page cannot be shown. */
  text: string
  posted: Posted
}

/** The answer to a form whose page cannot be drawn at the moment: what was booked, or one that sends the same again. */
export function Outcome({ text, posted }: Props) {
  const { confirmed, client, key, isSent, booked, step } = posted
  if (confirmed) return <Booked confirmed={confirmed} />
  const isInDoubt = isSent && booked
  const [wrong] = Object.values(posted.errors ?? {})
  const why = posted.failure ?? (step === 'cita' ? posted.refusal : wrong)
  return (
    <Titled
      title={isInDoubt ? 'No sabemos si tu cita quedó agendada' : text}
      instead={
        <form method="post">
          <ClientFields client={client} />
          {booked && <input type="hidden" name="business_id" value={booked.id} />}
          {booked && <input type="hidden" name="policy" value={booked.policy} />}
          {key && <input type="hidden" name="key" value={key} />}
          {isSent && <input type="hidden" name="sent" value="1" />}
          <button
            className="btn"
            name="intent"
            value={isInDoubt ? 'confirmar' : step === 'datos' ? 'volver' : 'datos'}
          >
            {isInDoubt ? 'Confirmar Cita' : 'Reintentar'}
          </button>
        </form>
      }
    >
      {isInDoubt
        ? 'Inténtalo de nuevo en un momento: si ya quedó agendada, no se agenda dos veces.'
        : `${why ? `${why.replace(/[^.!?]$/, '$&.')} ` : ''}Lo que escribiste sigue aquí.`}
    </Titled>
  )
}

function Booked({ confirmed }: { confirmed: Confirmed }) {
  const { appointment, token, isGone } = confirmed
  const { service_name, professional_name, business_name } = appointment
  const when = `${longDate(appointment.appointment_date)} ${atTime(appointment.appointment_time.slice(0, 5))}`
  return (
    <Titled
      title={titleOf(confirmed)}
      instead={
        <a className="btn" href={token && !isGone ? `/client?token=${token}` : '/client'}>
          {isGone ? 'Ir al portal' : 'Ver tu cita'}
        </a>
      }
    >
      {isGone ? GONE : `${service_name} con ${professional_name} en ${business_name}: ${when}.`}
    </Titled>
  )
}

const Titled = (props: ComponentProps<typeof Message>) => (
  <>
    <title>{props.title}</title>
    <Message {...props} />
  </>
)
