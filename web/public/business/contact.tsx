import { whatsappUrl } from '#domain/contact.ts'
import { Icon } from '../../ui/icon.tsx'
import { phone as phoneIcon, whatsapp } from '../../ui/icons.ts'
import type { Business } from './types.ts'

/** Ways to talk to the business: by telephone always, by WhatsApp when it has it. */
export function waysTo({ phone, whatsapp }: Pick<Business, 'phone' | 'whatsapp'>) {
  return {
    call: phone && `tel:${phone.replace(/[^\d+]/g, '')}`,
    chat: whatsappUrl(whatsapp),
  }
}

/** Round buttons in the header. */
export function ContactButtons({ business }: { business: Business }) {
  const { call, chat } = waysTo(business)
  return (
    <div className="biz-contact">
      {call && (
        <a href={call} aria-label={`Llamar al ${business.phone}`}>
          <Icon d={phoneIcon} />
        </a>
      )}
      {chat && (
        <a href={chat} target="_blank" rel="noopener" aria-label="Escribir por WhatsApp">
          <Icon d={whatsapp} />
        </a>
      )}
    </div>
  )
}

/** Where something did not work: whom to ask. */
export function ContactLine({ business }: { business: Business }) {
  const { call, chat } = waysTo(business)
  if (!call && !chat) return null
  return (
    <span className="contact-line">
      ¿Prefieres hablar con {business.business_name}?{' '}
      {call && (
        <a className="link" href={call}>
          Llamar
        </a>
      )}
      {call && chat && ' o '}
      {chat && (
        <a className="link" href={chat} target="_blank" rel="noopener">
          escribir por WhatsApp
        </a>
      )}
    </span>
  )
}
