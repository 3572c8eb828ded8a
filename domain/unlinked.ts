/**
 * A text in which mail programs and chats find nothing to make a link of: a blank stands after the dots of what may be a name of
 * the internet, and within '://'. 'Ana en www.correo.example/x' → 'Ana en www. correo. example/x', 'J.R. Ruiz' → 'J. R. Ruiz';
 * '1.5 horas' stays.
 */
export const unlinked = (text: string): string =>
  text.replace(/:\/\//g, ': //').replace(/(?<=[\p{L}\p{N}-])[.。．｡](?=\p{L})/gu, '. ')
