import { cleanText } from '#domain/fields.ts'
import { useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import { check, pin, user } from '../ui/icons.ts'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { When } from './card.tsx'
import { addressOf } from './links.ts'
import { Lost } from './lost.tsx'
import { useAction } from './use-action.ts'
import type { Portal } from './use-portal.ts'

/** The page behind a reminder's link. Opening it records nothing; only the button does. */
export function Attendance({ portal }: { portal: Portal }) {
  const { toConfirm, opened, now, skipQuestion } = portal
  const appointment = toConfirm!
  const address = addressOf(appointment)
  const action = useAction(portal.visitOf)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => void title.current?.focus(), [])
  const isBusy = action.state !== 'idle'

  async function say() {
    if (isBusy) return
    const answer = await action.send({
      path: '/api/appointments/client/confirm',
      payload: { ...opened!.access, appointment_id: appointment.id },
    })
    if (!answer) return
    const { status, body } = answer
    if (body.success) {
      toast.success(cleanText(body.message) || '¡Gracias! Le avisamos que vienes.', FOUR_SECONDS)
      portal.change(appointment.id, { client_confirmed_at: body.client_confirmed_at })
      return skipQuestion()
    }
    toast.error(cleanText(body.error) || 'Error confirmando tu asistencia', FOUR_SECONDS)
    if (status === 401) return portal.close()
    if (status < 404 || status > 409) return
    skipQuestion()
    void portal.reload()
  }

  return (
    <div className="portal-ask">
      <div>
        <h1 className="h1" ref={title} tabIndex={-1}>
          ¿Vas a tu cita?
        </h1>
        <p className="muted">Con un toque, {appointment.business_name} sabe que te espera.</p>
      </div>
      <article className="card cita" aria-labelledby={`cita-${appointment.id}`}>
        <When appointment={appointment} now={now} level="h2" />
        <dl className="cita-facts">
          <div>
            <dt>
              <Icon d={user} />
              <span className="sr">Profesional</span>
            </dt>
            <dd>{appointment.professional_name}</dd>
          </div>
          <div>
            <dt>
              <Icon d={pin} />
              <span className="sr">Negocio</span>
            </dt>
            <dd>
              <b>{appointment.business_name}</b>
              {address && <span className="muted">{address}</span>}
            </dd>
          </div>
        </dl>
      </article>
      <Lost action={action} />
      <button type="button" className="btn btn-lg btn-block" aria-disabled={isBusy} onClick={say}>
        {isBusy ? <span className="spinner" /> : <Icon d={check} />}
        {isBusy ? 'Confirmando...' : 'Confirmo que voy'}
      </button>
      <button type="button" className="btn btn-2 btn-lg btn-block" disabled={isBusy} onClick={skipQuestion}>
        Ver, mover o cancelar mis citas
      </button>
    </div>
  )
}
