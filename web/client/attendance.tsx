import { cleanText } from '#domain/fields.ts'
import { useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import { check, pin, user } from '../ui/icons.ts'
import { toast } from '../ui/toast.tsx'
import { When } from './card.tsx'
import { Lost } from './lost.tsx'
import { TOAST } from './toast-time.ts'
import { useAct } from './use-act.ts'
import type { Portal } from './use-portal.ts'

/** What the link of a reminder leads to. Opening it says nothing; only the button does. */
export function Attendance({ portal }: { portal: Portal }) {
  const { asked, opened, skipQuestion } = portal
  const appointment = asked!
  const acting = useAct()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => void title.current?.focus(), [])
  const isBusy = acting.state !== 'idle'

  async function say() {
    if (isBusy) return
    const answer = await acting.act({
      path: '/api/appointments/client/confirm',
      payload: { ...opened!.access, appointment_id: appointment.id },
      proof: async () => ({}),
    })
    if (!answer) return
    const { status, body } = answer
    if (body.success) {
      toast.success(cleanText(body.message) || '¡Gracias! Le avisamos que vienes.', TOAST)
      portal.change(appointment.id, { client_confirmed_at: body.client_confirmed_at })
      return skipQuestion()
    }
    toast.error(cleanText(body.error) || 'Error confirmando tu asistencia', TOAST)
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
        <When appointment={appointment} level="h2" />
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
              {appointment.business_address && <span className="muted">{appointment.business_address}</span>}
            </dd>
          </div>
        </dl>
      </article>
      <Lost acting={acting} />
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
