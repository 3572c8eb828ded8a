import { useRouteLoaderData } from 'react-router'

/**
 * Makes links to a WhatsApp chat with the people of enpunto, with the first message written. Where the installation has
 * no number WhatsApp asks whom to send it to.
 */
export function useChatUrl(): (message: string) => string {
  const root = useRouteLoaderData('root') as { salesPhone?: string } | undefined
  const number = root?.salesPhone?.replace(/\D/g, '') ?? ''
  return (message) => `https://wa.me/${number}?text=${encodeURIComponent(message)}`
}
