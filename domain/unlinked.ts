/**
 * A text in which mail programs and chats find nothing to make a link of: a blank stands after the dots of what may be a name of
 * the internet, and within '://'. 'Ana en www.correo.example/x' → 'Ana en www. correo. example/x', 'J.R. Ruiz' → 'J. R. Ruiz';
 * '1.5 horas' stays.
 */
export const unlinked = (text: string): string =>
  text.replace(/:\/\//g, ': //').replace(/(?<=[\p{L}\p{M}\p{N}\p{Cf}_-])[.。．｡](?=\p{L})/gu, '. ')

/** What a stranger types who books in the name of another one. */
const OF_CLIENT = ['client_name', 'notes'] as const
const OF_BUSINESS = [
  ...(['business_name', 'service_name', 'professional_name', 'address', 'city'] as const),
  ...(['cancellation_reason', 'reason', 'sender_name'] as const),
] as const

/**
 * Texts of an appointment as a message to its client shows them: whoever may have another one's e-mail or telephone written to must
 * not make the product carry their links there. A business that has confirmed its e-mail, and is not new, answers for its own words.
 */
export function withoutLinks<Texts extends object>(
  texts: Texts,
  { is_trusted }: { is_trusted: boolean },
): Texts {
  const shown = { ...texts } as Record<string, unknown>
  for (const name of is_trusted ? OF_CLIENT : [...OF_CLIENT, ...OF_BUSINESS]) {
    const text = shown[name]
    if (typeof text === 'string') shown[name] = unlinked(text)
  }
  return shown as Texts
}
