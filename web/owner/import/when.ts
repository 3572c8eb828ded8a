/** '27 de noviembre, 10:12 a. m.' in the business's zone. */
export const whenText = (at: string, timezone: string): string =>
  new Intl.DateTimeFormat('es-CO', {
    timeZone: timezone,
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at))
