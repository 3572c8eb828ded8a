import {
  creditBanner,
  CREDIT_PACKAGE,
  type Credits,
  FREE_CREDITS_PER_MONTH,
  packageText,
} from '#domain/credits.ts'
import { addDays, MONTHS } from '#domain/dates.ts'
import { money } from '#domain/money.ts'
import type { SessionBusiness } from '../../account/session.ts'
import { useChat } from '../../chat.ts'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { bell, warning } from '../../ui/icons-panel.ts'
import { Link } from './link.tsx'

/** '1 de diciembre': the date on which the free messages are renewed. */
export function renewalOf(today: string): string {
  const next = addDays(`${today.slice(0, 7)}-28`, 4)
  return `1 de ${MONTHS[Number(next.slice(5, 7)) - 1]}`
}

/** A link to the sales chat, with a prepared message. */
export const usePurchase = ({ business_name, id, email }: SessionBusiness) =>
  useChat()(`Hola, quiero comprar ${packageText()} para ${business_name} (negocio ${id}, ${email}).`)

const STATES = {
  danger: { className: 'banner banner-danger', icon: warning },
  warning: { className: 'banner banner-warn', icon: warning },
  none: { className: 'banner dash-credits', icon: bell },
}

/** The remaining reminders: red when there are none, a warning when there are few, else one quiet line. */
export function CreditBanner(props: { credits: Credits; business: SessionBusiness; today: string }) {
  const { credits, business, today } = props
  const state = creditBanner(credits.total_credits)
  const { className, icon } = STATES[state]
  const purchase = usePurchase(business)
  return (
    <div className={className} role={state === 'none' ? undefined : 'status'}>
      <Icon d={icon} />
      <span>
        <Text total={credits.total_credits} />{' '}
        <span className={state === 'none' ? 'only-d' : undefined}>
          Los {FREE_CREDITS_PER_MONTH} gratis se renuevan el {renewalOf(today)}.
        </span>{' '}
        <Link to="/dashboard/credits" prefetch="intent">
          Ver movimientos
        </Link>
      </span>
      {state !== 'none' && (
        <a className="btn btn-sm" {...purchase}>
          Comprar {CREDIT_PACKAGE.messages} por {money(CREDIT_PACKAGE.price)}
        </a>
      )}
    </div>
  )
}

function Text({ total }: { total: number }) {
  if (total <= 0)
    return (
      <>
        <b>Recordatorios automáticos desactivados.</b> No te quedan mensajes.
      </>
    )
  return <b>{total === 1 ? 'Te queda 1 mensaje' : `Te quedan ${total} mensajes`} de recordatorio.</b>
}
