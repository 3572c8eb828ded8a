/** What is remembered, among the attempts, of an address that its mail server does not know. */
export const bouncedMark = (email: string): string => `bounced ${email.toLowerCase()}`
