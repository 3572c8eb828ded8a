import type { api } from './helper.ts'

type Call = Awaited<ReturnType<typeof api>>['call']

export const PASSWORD = 'clave-segura'

let owners = 0

/** A valid registration, with the test's changes. */
export function registration(changes: Record<string, unknown> = {}) {
  const n = ++owners
  return {
    business_name: `Peluquería Doña Inés ${n}`,
    business_type: 'Peluquería / Barbería',
    is_virtual: false,
    address: 'Cra. 7 # 12-34, Bogotá',
    latitude: 4.6,
    longitude: -74.08,
    email: `ines${n}@correo.example`,
    phone: '+573001234567',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    terms: true,
    recaptcha_token: 'dev-token',
    ...changes,
  }
}

export interface Owner {
  business_id: number
  email: string
  slug: string
  token: string
  headers: { authorization: string }
  /** A call with the owner's session. */
  as: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) => ReturnType<Call>
}

/** Registers a business and signs its owner in, with the calls that people use. */
export async function owner(call: Call, changes: Record<string, unknown> = {}): Promise<Owner> {
  const form = registration(changes)
  const { status, body } = await call('POST', '/api/auth/register', { body: form })
  if (status !== 201) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`)
  const headers = { authorization: `Bearer ${body.token}` }
  return {
    business_id: body.business.id,
    email: form.email,
    slug: body.business.slug,
    token: body.token,
    headers,
    as: (method, url, body) =>
      call(method, url, {
        body,
        headers,
      }),
  }
}

/** Gives the owner's business a service, and a professional who offers it. */
export async function withOffer(owner: Owner) {
  const service = await owner.as('POST', '/api/services', {
    service_name: 'Corte',
    duration_minutes: 60,
    price: 40_000,
  })
  const professional = await owner.as('POST', '/api/professionals', { professional_name: 'Inés Prada' })
  return {
    service_id: service.body.service.id as number,
    professional_id: professional.body.professional.id as number,
  }
}
