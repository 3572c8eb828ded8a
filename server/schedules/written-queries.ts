/** What a booking was computed with: the business's zone, what it says of hours and single dates, the service's terms. */
export interface ComputedWith {
  timezone: string
  dates_version: number
  service_version: number
  /** Names every row of it in its version: the database's `facts_of`. */
  facts?: string | undefined
}

/** Hashed subjects in hexadecimal digits, and below how many of each a booking is written. */
export interface Left {
  subjects: string[]
  most: number[]
}

/** What a booking is written with besides: what it was computed with, and the digest of the network whose client made it. */
export type WrittenWith = ComputedWith & { network?: string | undefined; left?: Left | undefined }

export const WITH = {
  timezone: 'text',
  dates_version: 'integer',
  service_version: 'integer',
  network: 'text',
  facts: 'text',
  subjects: 'text[]',
  most: 'integer[]',
} as const
type With = keyof typeof WITH
export const withNames = Object.keys(WITH) as With[]

/** The values of `WITH`. */
export const valuesWith = ({ left, network = '', ...by }: WrittenWith): { [Name in With]?: unknown } => ({
  ...by,
  ...left,
  network,
})

/** Whether an appointment may be booked, as a condition: by the facts that it was computed with, where they are named. */
export const mayBook = <Name extends string>(
  of: (name: Name | Asked) => string,
  by: (name: With) => string,
) => `
  case when not case
      when ${by('facts')} is null then may_book(${of('business_id')}, ${of('professional_id')}, ${of('service_id')},
        ${by('timezone')}, ${by('dates_version')}, ${by('service_version')}, ${of('idempotency_key')}, ${of('created_at')})
      else may_book_by(${by('facts')}, ${of('business_id')}, ${of('professional_id')}, ${of('service_id')},
        ${of('appointment_date')}, ${of('idempotency_key')}, ${of('created_at')}, ${by('subjects')}, ${by('most')}) end then false
    when ${of('booked_by')} = 'client' then may_book_again(${of('business_id')}, ${of('client_email')},
      ${of('client_phone')}, ${of('created_at')})
    else true end`

type Asked =
  | 'business_id'
  | 'professional_id'
  | 'service_id'
  | 'appointment_date'
  | 'idempotency_key'
  | 'created_at'
  | 'booked_by'
  | 'client_email'
  | 'client_phone'
