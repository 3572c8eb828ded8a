/**
 * A refusal in words for the person on the other side: thrown anywhere, turned into an answer in one place (http.ts).
 * Statuses: 400 invalid, 401 session over, 404 unknown or foreign, 409 taken, 429 limited, 503 for now.
 */
export class Refusal extends Error {
  status: number
  fields: Record<string, string> | undefined
  /** Further fields of the answer, as the alternatives to a taken time. */
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

/** Invalid input: `fields` names each field and says what is wrong; the first one is the error's sentence. */
export function invalid(fields: Record<string, string>): Refusal {
  return new Refusal(400, Object.values(fields)[0] ?? 'Datos inválidos', { fields })
}
