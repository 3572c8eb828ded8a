import { OWNER_SUSPENDED } from '#domain/suspension.ts'
import type { SessionBusiness } from '../account/session.ts'
import { useChat } from '../chat.ts'
import '../ui/banner.css'
import { Icon } from '../ui/icon.tsx'
import { mail, whatsapp } from '../ui/icons.ts'
import { warning } from '../ui/icons-panel.ts'

interface Props {
  business: SessionBusiness
}

/** Its place while it is not known which of the two it is: whatever came later would push the screen down. */
export const Awaited = ({ business }: Props) => (
  <div className="banner-awaited" aria-hidden="true" inert>
    <SuspendedBanner business={business} />
  </div>
)

/** What the suspension means, and whom to contact. */
export function SuspendedBanner({ business: { business_name, id, email } }: Props) {
  const message = `Hola, mi negocio ${business_name} (${id}, ${email}) está suspendido y quiero reactivarlo.`
  const link = useChat()(message)
  return (
    <div className="banner banner-danger" role="status">
      <Icon d={warning} />
      <span>
        {OWNER_SUSPENDED} Tu página de reservas no se ve y no se envían recordatorios; puedes cancelar citas y
        exportar tus datos.
      </span>
      <a className="btn btn-sm" {...link}>
        <Icon d={link.target ? whatsapp : mail} className="icon-sm" />
        Escríbenos
      </a>
    </div>
  )
}
