import { socialUrl, whatsappUrl } from '#domain/contact.ts'
import { Icon } from '../../ui/icon.tsx'
import { facebook, instagram, whatsapp } from '../../ui/icons.ts'
import type { Business } from './types.ts'

export interface SocialProps {
  business: Business
  className: string
}

export default function SocialList({ business, className }: SocialProps) {
  const links = [
    { label: 'Facebook', icon: facebook, href: socialUrl('facebook', business.facebook) },
    { label: 'Instagram', icon: instagram, href: socialUrl('instagram', business.instagram) },
    { label: 'WhatsApp', icon: whatsapp, href: whatsappUrl(business.whatsapp) },
  ].filter(({ href }) => href)
  if (links.length === 0) return null
  return (
    <div className={className}>
      {links.map(({ label, icon, href }) => (
        <a key={label} href={href} target="_blank" rel="noopener" aria-label={label}>
          <Icon d={icon} />
        </a>
      ))}
    </div>
  )
}
