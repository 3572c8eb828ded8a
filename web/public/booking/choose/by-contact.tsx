import { waysTo } from '../../business/contact.tsx'
import type { Business } from '../../business/types.ts'

/** Whom to ask for a service that is not booked online. */
export default function ByContact({ business }: { business: Business }) {
  const { call, chat } = waysTo(business)
  return (
    <>
      <span />
      <span />
      <span className="links small">
        {call && (
          <a className="link" href={call}>
            Llamar para agendar
          </a>
        )}
        {chat && (
          <a className="link" href={chat} target="_blank" rel="noopener">
            Agendar por WhatsApp
          </a>
        )}
        {!call && !chat && 'Lo agenda el negocio'}
      </span>
    </>
  )
}
