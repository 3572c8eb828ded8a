import {
  creditBanner,
  CREDIT_PACKAGE,
  type Credits,
  FREE_CREDITS_PER_MONTH,
  packageText,
} from '#domain/credits.ts'
import { amPm, nowIn, shortDate } from '#domain/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { type MetaFunction } from 'react-router'
import { presentMs } from '../../server-clock.ts'
import { useSession } from '../../account/session.ts'
import '../../ui/banner.css'
import '../../ui/empty.css'
import { Icon } from '../../ui/icon.tsx'
import { mail, whatsapp } from '../../ui/icons.ts'
import { warning } from '../../ui/icons-panel.ts'
import { starts } from '../data/loader.ts'
import { type Message, messagesQuery, type Movement, movementsQuery } from '../data/message-credits.ts'
import type { OwnerHandle } from '../data/preload.ts'
import { renewalOf, usePurchase } from '../parts/credit-banner.tsx'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../parts/page-head.tsx'
import './credits.css'
import { momentText } from './moment-text.ts'
import { PagedCard } from './paged-card.tsx'
import { Link } from '../parts/link.tsx'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Mensajes de recordatorio')

const firstQueries = () => [movementsQuery(1), messagesQuery(1)]
export const handle: OwnerHandle = { title: 'Mensajes de recordatorio', preload: firstQueries }
export const clientLoader = starts(firstQueries)
export { HydrateFallback } from '../data/loader.ts'

const STATES = {
  sent: ['Enviado', 'st-completada'],
  failed: ['Falló', 'st-noasistio'],
  skipped: ['Omitido', 'st-cancelada'],
} as const
const KINDS = {
  advance: 'Primer recordatorio',
  two_hours: 'Recordatorio de 2 horas antes',
  birthday: 'Felicitación de cumpleaños',
}
const CHANNELS = { email: 'por correo', whatsapp: 'por WhatsApp' }

/** The remaining reminders, the outcome of the latest ones, and all movements. */
export default function CreditsPage() {
  const business = useSession().business!
  const purchase = usePurchase(business)
  const today = nowIn(business.timezone, presentMs()).date
  // Every page of the movements includes the balance, and the first one is loaded anyway.
  const { data: movements, isPending } = useQuery(movementsQuery(1))
  return (
    <>
      <PageHead
        title="Mensajes de recordatorio"
        text="Cada recordatorio usa un mensaje, por correo o por WhatsApp: primero los gratis, después los comprados."
        actions={
          <a className="btn cr-buy" {...purchase}>
            <Icon d={purchase.target ? whatsapp : mail} />
            Comprar {packageText()}
          </a>
        }
      />
      <Balance credits={movements?.credits} isLoading={isPending} renewal={renewalOf(today)} />
      <div className="cr-two">
        <PagedCard
          id="messages-title"
          title="Recordatorios"
          text="Enviados, fallidos y omitidos, con el motivo."
          empty="Todavía no se ha enviado ningún recordatorio."
          query={messagesQuery}
          rowsOf={({ messages }) =>
            messages.map((message) => (
              <MessageRow key={message.id} message={message} timezone={business.timezone} />
            ))
          }
        />
        <PagedCard
          id="movements-title"
          title="Movimientos"
          text="La suma de todos es tu saldo."
          empty="Todavía no hay movimientos."
          query={movementsQuery}
          rowsOf={({ movements }) =>
            movements.map((movement) => (
              <MovementRow key={movement.id} movement={movement} timezone={business.timezone} />
            ))
          }
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

function MessageRow({ message, timezone }: { message: Message; timezone: string }) {
  const [label, tone] = STATES[message.state]
  return (
    <li className="li">
      <span className="grow">
        <b className="trunc">{message.client_name}</b>
        {message.appointment_date && message.appointment_time && (
          <small>
            {message.service_name}, cita del {shortDate(message.appointment_date.slice(0, 10))},{' '}
            {amPm(message.appointment_time.slice(0, 5))}
          </small>
        )}
        <small>
          {KINDS[message.kind]} {CHANNELS[message.channel]} ·{' '}
          {momentText(message.settled_at ?? message.due_at, timezone)}
        </small>
        {message.reason && <small className="cr-reason">{message.reason}</small>}
      </span>
      <span className={`badge ${tone}`}>{label}</span>
    </li>
  )
}

function MovementRow({ movement, timezone }: { movement: Movement; timezone: string }) {
  return (
    <li className="li">
      <span className="grow">
        <b className="trunc">{titleOf(movement)}</b>
        <small>
          {momentText(movement.at, timezone)} · {movement.kind === 'free' ? 'Gratis' : 'Comprado'}
          {movement.reference && ` · Pago ${movement.reference}`}
        </small>
      </span>
      <span className={movement.amount > 0 ? 'cr-amount is-in num' : 'cr-amount num'}>
        {movement.amount > 0 ? `+${movement.amount}` : `−${Math.abs(movement.amount)}`}
      </span>
    </li>
  )
}

function titleOf({ reason, client_name }: Movement): string {
  const whom = client_name ? ` a ${client_name}` : ''
  if (reason === 'monthly') return 'Mensajes gratis del mes'
  if (reason === 'package') return 'Paquete comprado'
  if (reason === 'expired') return 'Mensajes gratis vencidos'
  return reason === 'returned' ? `Devuelto: no se pudo enviar${whom}` : `Recordatorio${whom}`
}
