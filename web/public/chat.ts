/** A chat with the people of enpunto, with the first message written. */
export const chatUrl = (message: string) => `https://wa.me/?text=${encodeURIComponent(message)}`
