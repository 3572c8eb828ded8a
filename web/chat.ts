import { useRouteLoaderData } from 'react-router'

interface ChatLink {
  href: string
  target?: '_blank'
  rel?: 'noopener'
}

/**
 * Creates links to the people of enpunto with a prepared first message: a WhatsApp chat, or an e-mail when
 * the installation has no number. Development has neither: there WhatsApp asks for the recipient.
 */
export function useChat(): (message: string) => ChatLink {
  const root = useRouteLoaderData('root') as { chat?: string } | undefined
  const chat = root?.chat ?? ''
  return (message) => {
    const text = encodeURIComponent(message)
    return chat.includes('@')
      ? { href: `mailto:${chat}?subject=enpunto&body=${text}` }
      : { href: `https://wa.me/${chat.slice(1)}?text=${text}`, target: '_blank', rel: 'noopener' }
  }
}
