import { creditBanner, CREDIT_PACKAGE, FREE_CREDITS_PER_MONTH, packageText } from '#domain/credits.ts'
import { amPm, nowIn, shortDate } from '#domain/dates.ts'
import { Link, type MetaFunction } from 'react-router'
import { useSession } from '../../account/session.ts'
import '../../ui/banner.css'
import '../../ui/empty.css'
import { Icon } from '../../ui/icon.tsx'
import { mail, whatsapp } from '../../ui/icons.ts'
import { warning } from '../../ui/icons-panel.ts'
import { renewalOf, usePurchase } from '../dashboard/credit-banner.tsx'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../page-head.tsx'
import './credits.css'
import { PagedCard } from './paged-card.tsx'
import { type Credits, type Message, momentText, type Movement } from './types.ts'
import { usePages } from './use-pages.ts'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Mensajes de recordatorio')

const STATES = {
  sent: ['Enviado', 'st-completada'],
  failed: ['Falló', 'st-noasistio'],
  skipped: ['Omitido', 'st-cancelada'],
} as const
const KINDS = { advance: 'Primer recordatorio', two_hours: 'Recordatorio de 2 horas antes' }

/** What reminders can still be sent, what became of the last ones, and every movement. */
export default function CreditsPage() {
  const business = useSession().business!
  const purchase = usePurchase(business)
  const today = nowIn(business.timezone, Date.now()).date
  const movements = usePages<{ credits: Credits; movements: Movement[]; total: number }>(
    '/api/message-credits/movements',
  )
  const messages = usePages<{ messages: Message[]; total: number }>('/api/message-credits/messages')
  return (
    <>
      <PageHead
        title="Mensajes de recordatorio"
        text="Cada recordatorio por correo usa un mensaje: primero los gratis, después los comprados."
        actions={
          <a className="btn cr-buy" {...purchase}>
            <Icon d={purchase.target ? whatsapp : mail} />
            Comprar {packageText()}
          </a>
        }
      />
      <Balance
        credits={movements.answer?.credits}
        isLoading={movements.isLoading}
        renewal={renewalOf(today)}
      />
      <div className="cr-two">
        <PagedCard
          id="messages-title"
          title="Recordatorios"
          text="Enviados, fallidos y omitidos, con el motivo."
          empty="Todavía no se ha enviado ningún recordatorio."
          pages={messages}
          rows={messages.answer?.messages.map((one) => (
            <MessageRow key={one.id} one={one} timezone={business.timezone} />
          ))}
        />
        <PagedCard
          id="movements-title"
          title="Movimientos"
          text="La suma de todos es tu saldo."
          empty="Todavía no hay movimientos."
          pages={movements}
          rows={movements.answer?.movements.map((one) => (
            <MovementRow key={one.id} one={one} timezone={business.timezone} />
          ))}
        />
      </div>
      <p className="small muted">
        Los avisos de citas nuevas, cambios y cancelaciones son gratis.{' '}
        <Link className="link" to="/dashboard/settings?seccion=recordatorios">
          Elegir cuándo se envían
        </Link>
      </p>
    </>
  )
}

function Balance(props: { credits: Credits | undefined; isLoading: boolean; renewal: string }) {
  const { credits, isLoading, renewal } = props
  const state = credits && creditBanner(credits.total_credits)
  const parts = [
    ['Disponibles', credits?.total_credits, 'para enviar recordatorios'],
    ['Gratis', credits?.free_credits, `vuelven a ser ${FREE_CREDITS_PER_MONTH} el ${renewal}`],
    ['Comprados', credits?.paid_credits, `en paquetes de ${CREDIT_PACKAGE.messages}; no vencen`],
  ] as const
  return (
    <>
      <dl className="cr-balance">
        {parts.map(([label, value, text]) => (
          <div key={label} className="card">
            <dt>{label}</dt>
            <dd>{value ?? (isLoading ? <span className="skeleton" /> : '—')}</dd>
            <dd className="cr-about">{text}</dd>
          </div>
        ))}
      </dl>
      {state && state !== 'none' && (
        <div className={state === 'danger' ? 'banner banner-danger' : 'banner banner-warn'} role="status">
          <Icon d={warning} />
          <span>
            {state === 'danger'
              ? 'Recordatorios automáticos desactivados: no te quedan mensajes.'
              : 'Te quedan pocos mensajes. Cuando se acaben, no se envían recordatorios.'}
          </span>
        </div>
      )}
    </>
  )
}

function MessageRow({ one, timezone }: { one: Message; timezone: string }) {
  const [label, tone] = STATES[one.state]
  const time = amPm(one.appointment_time.slice(0, 5))
  return (
    <li className="li">
      <span className="grow">
        <b className="trunc">{one.client_name}</b>
        <small>
          {one.service_name}, cita del {shortDate(one.appointment_date.slice(0, 10))}, {time}
        </small>
        <small>
          {KINDS[one.kind]} · {momentText(one.settled_at ?? one.due_at, timezone)}
        </small>
        {one.reason && <small className="cr-reason">{one.reason}</small>}
      </span>
      <span className={`badge ${tone}`}>{label}</span>
    </li>
  )
}

function MovementRow({ one, timezone }: { one: Movement; timezone: string }) {
  return (
    <li className="li">
      <span className="grow">
        <b className="trunc">{titleOf(one)}</b>
        <small>
          {momentText(one.at, timezone)} · {one.kind === 'free' ? 'Gratis' : 'Comprado'}
          {one.reference && ` · Pago ${one.reference}`}
        </small>
      </span>
      <span className={one.amount > 0 ? 'cr-amount is-in num' : 'cr-amount num'}>
        {one.amount > 0 ? `+${one.amount}` : `−${Math.abs(one.amount)}`}
      </span>
    </li>
  )
}

function titleOf({ reason, client_name }: Movement): string {
  const whom = client_name ? ` a ${client_name}` : ''
  if (reason === 'monthly') return 'Mensajes gratis del mes'
  if (reason === 'package') return 'Paquete comprado'
  return reason === 'returned' ? `Devuelto: no se pudo enviar${whom}` : `Recordatorio${whom}`
}
