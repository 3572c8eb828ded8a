import { useRouteLoaderData } from 'react-router'

interface ChatLink {
  href: string
  target?: '_blank'
  rel?: 'noopener'
}

/**
 * Makes links to the people of enpunto, with the first message written: a WhatsApp chat, or an e-mail where the
 * installation has no number. In development, which has neither, WhatsApp asks whom to send it to.
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
