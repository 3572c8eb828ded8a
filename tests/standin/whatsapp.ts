/**
 * WhatsApp's Cloud API on loopback. It refuses what the real one refuses (token, path, unknown templates, a wrong number of
 * values), answers as it does, and delivers signed statuses and replies to a web-hook. It misbehaves by name.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TEMPLATES } from '#server/whatsapp/templates.ts'

export const KEYS = {
  token: 'EAAG-token-of-the-tests',
  phoneNumberId: '106540352242922',
  appSecret: 'app-secret-of-the-tests',
  verifyToken: 'verify-token-of-the-tests',
  accountId: '102290129340398',
}

/** The settings of a product that writes by the stand-in at `url`. */
export const whatsAppEnv = (url: string) => ({
  WHATSAPP_TOKEN: KEYS.token,
  WHATSAPP_PHONE_NUMBER_ID: KEYS.phoneNumberId,
  WHATSAPP_APP_SECRET: KEYS.appSecret,
  WHATSAPP_VERIFY_TOKEN: KEYS.verifyToken,
  WHATSAPP_API_URL: url,
})

/** What goes wrong: with one message, or with all until it is taken back. */
export type Misbehaviour =
  | 'lose-answer' // accepted, and the connection breaks
  | 'hang-up' // the connection breaks before anything is read
  | 'no-whatsapp' // 131026
  | 'window-closed' // 131047
  | 'bad-template' // 132000
  | 'marketing-refused' // 131050
  | 'too-many' // 429, 130429
  | 'broken' // 500
  | 'late' // 408
  | 'disconnected' // 401, 190
  | 'session-over' // 401, 102
  | 'not-permitted' // 403, 200
  | 'no-access' // 403, 131005
  | 'locked' // 403, 131031
  | 'no-wa-id' // the answer names no number

export interface SentMessage {
  /** What it is called here. */
  id: string
  to: string
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface StandIn {
  url: string
  /** What was accepted, in order; with a lost answer too. */
  sent: SentMessage[]
  /** The templates that were created. */
  created: { name: string; language: string }[]
  /** How many requests came, refused ones too. */
  requests: number
  misbehave: Misbehaviour | ((to: string) => Misbehaviour | undefined) | undefined
  stop(): Promise<void>
}

const ERRORS: Partial<Record<Misbehaviour, [status: number, code: number, message: string]>> = {
  'no-whatsapp': [400, 131026, 'Message undeliverable'],
  'window-closed': [400, 131047, 'Re-engagement message'],
  'bad-template': [400, 132000, 'Number of parameters does not match the expected number of params'],
  'marketing-refused': [400, 131050, 'User has stopped marketing messages'],
  'too-many': [429, 130429, 'Rate limit hit'],
  broken: [500, 131000, 'Something went wrong'],
  late: [408, 0, 'Request timeout'],
  disconnected: [401, 190, 'Invalid OAuth access token'],
  'session-over': [401, 102, 'Session key invalid or no longer valid'],
  'not-permitted': [403, 200, 'Permissions error'],
  'no-access': [403, 131005, 'Access denied'],
  locked: [403, 131031, 'Account has been locked'],
}

export async function startWhatsApp(): Promise<StandIn> {
  const server = createServer((request, response) => {
    void answer(request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      },
      () => response.socket?.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v25.0`,
    sent: [],
    created: [],
    requests: 0,
    misbehave: undefined,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    standIn.requests++
    const error = (status: number, code: number, message: string) => ({
      status,
      body: { error: { code, message } },
    })
    if (request.headers.authorization !== `Bearer ${KEYS.token}`)
      return error(401, 190, 'Invalid OAuth access token')
    let text = ''
    for await (const part of request) text += part
    const body = JSON.parse(text)
    if (request.method === 'POST' && request.url === `/v25.0/${KEYS.accountId}/message_templates`)
      return create(body)
    if (request.method !== 'POST' || request.url !== `/v25.0/${KEYS.phoneNumberId}/messages`)
      return error(404, 100, 'Unsupported request')
    if (body.messaging_product !== 'whatsapp' || !/^\d{7,15}$/.test(body.to))
      return error(400, 100, 'Invalid parameter')
    const fault = typeof standIn.misbehave === 'function' ? standIn.misbehave(body.to) : standIn.misbehave
    if (fault === 'hang-up') throw new Error('hung up')
    const known = fault && ERRORS[fault]
    if (known) return error(...known)
    const wrong = body.type === 'template' && templateFault(body.template)
    if (wrong) return error(400, 132000, wrong)
    const id = `wamid.${randomBytes(18).toString('base64')}`
    standIn.sent.push({ id, to: body.to, body })
    if (fault === 'lose-answer') throw new Error('lost')
    const contact = { input: body.to, ...(fault !== 'no-wa-id' && { wa_id: body.to }) }
    return {
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [contact],
        messages: [{ id, message_status: 'accepted' }],
      },
    }
  }

  function create({ name, language, components }: any) {
    if (standIn.created.some((one) => one.name === name && one.language === language))
      return {
        status: 400,
        body: {
          error: { code: 100, error_subcode: 2388024, message: 'Content in this language already exists' },
        },
      }
    if (!components?.length)
      return { status: 400, body: { error: { code: 100, message: 'Invalid parameter' } } }
    standIn.created.push({ name, language })
    return {
      status: 200,
      body: { id: String(standIn.created.length), status: 'PENDING', category: 'UTILITY' },
    }
  }
  return standIn
}

/** What Meta finds wrong with a template's use; undefined when it is right. */
function templateFault({ name, language, components }: any): string | undefined {
  const text = TEMPLATES.find((one) => one.name === name)?.languages[language?.code]
  if (!text) return `Template name does not exist in the translation: ${name} ${language?.code}`
  const parameters = components.find((one: any) => one.type === 'body')?.parameters ?? []
  if (parameters.length !== text.examples.length) return 'Number of parameters does not match'
  if (parameters.some((one: any) => one.type !== 'text' || !one.text || /\n|\t| {5}/.test(one.text)))
    return 'Parameters must not contain line breaks'
  const buttons = components.filter((one: any) => one.type === 'button')
  return buttons.length > (text.buttons?.length ?? 0) ? 'Too many buttons' : undefined
}

/** The body of a web-hook with these values, and its signature. */
export function hook(value: object, { secret = KEYS.appSecret }: { secret?: string } = {}) {
  const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata: METADATA, ...value } }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: KEYS.accountId, changes: [change] }],
  })
  return {
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature(body, secret) },
  }
}
const METADATA = { display_phone_number: '573000000000', phone_number_id: KEYS.phoneNumberId }

export const signature = (body: string | Buffer, secret = KEYS.appSecret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

interface StatusOf {
  id: string
  to?: string
  callback?: string
  at?: number
  code?: number
  userId?: string
}

/** A delivery status, as the real one looks; `to` is left out for users without a number. */
export const status = (
  state: 'sent' | 'delivered' | 'read' | 'failed',
  { id, to, callback, at = Date.now(), code, userId }: StatusOf,
) => ({
  id,
  status: state,
  timestamp: String(Math.floor(at / 1000)),
  ...(to && { recipient_id: to }),
  ...(userId && { recipient_user_id: userId }),
  ...(callback && { biz_opaque_callback_data: callback }),
  ...(code && { errors: [{ code, title: 'Message undeliverable' }] }),
})

/** A tap on a quick reply, or a text, of a client. */
export const reply = (
  more: { id?: string; from?: string; userId?: string; context?: string } & (
    { payload: string } | { text: string }
  ),
) => ({
  id: more.id ?? `wamid.${randomBytes(18).toString('base64')}`,
  timestamp: String(Math.floor(Date.now() / 1000)),
  ...(more.from && { from: more.from }),
  ...(more.userId && { from_user_id: more.userId }),
  ...(more.context && { context: { id: more.context } }),
  ...('payload' in more
    ? { type: 'button', button: { payload: more.payload, text: 'Confirmo' } }
    : { type: 'text', text: { body: more.text } }),
})
