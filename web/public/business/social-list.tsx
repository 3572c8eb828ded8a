import { Icon } from '../../ui/icon.tsx'
import { facebook, instagram, whatsapp } from '../../ui/icons.ts'
import type { Business } from './types.ts'

export interface SocialProps {
  business: Business
  className: string
}

export default function SocialList({ business, className }: SocialProps) {
  const links = [
    { label: 'Facebook', icon: facebook, href: profile(business.facebook, 'facebook.com') },
    { label: 'Instagram', icon: instagram, href: profile(business.instagram, 'instagram.com') },
    { label: 'WhatsApp', icon: whatsapp, href: chat(business.whatsapp) },
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

/** A web address unchanged; a name like '@salon' at its network. Never javascript: or the like. */
function profile(value: string | null, host: string): string | undefined {
  const text = value?.trim()
  if (!text) return undefined
  if (/^https?:\/\//i.test(text)) return text
  const name = text.replace(/^@/, '')
  return name.includes('.com') ? `https://${name}` : `https://www.${host}/${encodeURIComponent(name)}`
}

function chat(value: string | null): string | undefined {
  const digits = value?.replace(/\D/g, '')
  return digits ? `https://wa.me/${digits}` : undefined
}
