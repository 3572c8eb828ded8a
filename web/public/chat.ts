/**
 * A WhatsApp chat with the people of enpunto, with the first message written. Where no number is configured WhatsApp
 * asks whom to send it to.
 */
export const chatUrl = (message: string, phone?: string) =>
  `https://wa.me/${phone?.replace(/\D/g, '') ?? ''}?text=${encodeURIComponent(message)}`
