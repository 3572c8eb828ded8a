/**
 * A refusal with a sentence for the user: thrown anywhere, turned into an answer in one place (http.ts).
 * Statuses: 400 invalid, 401 session expired, 404 unknown or another's, 409 taken, 429 limited, 503
 * temporarily unavailable.
 */
export class Refusal extends Error {
  status: number
  fields: Record<string, string> | undefined
  /** Further fields of the answer, such as the alternatives to a taken time. */
  details: Record<string, unknown>
  constructor(
    status: number,
    error: string,
    { fields, ...details }: { fields?: Record<string, string>; [detail: string]: unknown } = {},
  ) {
    super(error)
    this.status = status
    this.fields = fields
    this.details = details
  }
}

export const notFound = (what = 'No encontrado') => new Refusal(404, what)

/** Invalid input: `fields` holds each field's error; the first one becomes the answer's sentence. */
export function invalid(fields: Record<string, string>): Refusal {
  return new Refusal(400, Object.values(fields)[0] ?? 'Datos inválidos', { fields })
}

export const TOO_OFTEN = 'Demasiados intentos, intenta más tarde'
