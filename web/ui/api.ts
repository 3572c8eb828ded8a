/** Calls our own API from the browser; domain/api/calls.ts describes what each call takes and answers. */
import type { Method } from '#domain/api/call.ts'
import type { Answer, CallRequest, KeyOf, Path } from '#domain/api/calls.ts'
import { lostKeys } from './delivery/lost-keys.ts'
import { isOwnAnswer } from './delivery/own-answer.ts'

export const NO_CONNECTION = 'Error de conexión. Verifica que el servidor esté funcionando.'
const NO_MESSAGE = 'Error de conexión'

/** A failed call, with a sentence to show. */
export class ApiError extends Error {
  /** The HTTP status; 0 when there was no answer. */
  status: number
  /** Error sentences of single inputs, by name. */
  fields: Record<string, string> | undefined
  body: unknown

  constructor(status: number, message: string, body?: unknown) {
    super(message)
    this.status = status
    this.body = body
    this.fields = (body as { fields?: Record<string, string> } | null | undefined)?.fields
  }
}

/**
 * Whether the server refused it for good, which is its key's answer. After anything else an earlier request with that
 * key may have been done: limits, and a session that ended, are judged before the key.
 */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 409].includes(error.status) && isOwnAnswer(error.status, error.body)

/** The sentence of a failed call; `fallback` for any other error. */
export const messageOf = (error: unknown, fallback = NO_MESSAGE): string =>
  error instanceof ApiError ? error.message : fallback

/** The server's own sentence about a failed call. */
export function saidBy(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { error: sentence } = (error.body ?? {}) as { error?: unknown }
  return typeof sentence === 'string' && sentence ? sentence : undefined
}

interface Options {
  /** The token of the session that the calls belong to. */
  token?: () => string | undefined
  /** Called when a call with a token was answered by 401. */
  onRefused?: (token: string) => void
  /** The answer to a call requested in advance, if any. */
  asked?: (path: string) => Promise<Response> | undefined
}

/** Brings the status and the text of the answer. */
type Send = (headers: Record<string, string>) => Promise<Pick<Response, 'status' | 'text'>>

export type Api = ReturnType<typeof createApi>

/** A client for one kind of session. A 401 is reported to that session alone. There is no time-out. */
export function createApi({ token = () => undefined, onRefused, asked }: Options = {}) {
  const keys = lostKeys()

  /**
   * @param wish All that a change asks for; undefined for what changes nothing.
   * @param send Sends it with these headers; refuses when there is no answer.
   */
  async function exchange<T>(wish: string | undefined, given: string | undefined, send: Send): Promise<T> {
    const bearer = token()
    const key = given ?? (wish && bearer ? keys.keyOf(wish) : undefined)
    const ended = (status: number) => wish && bearer && key && keys.ended(wish, key, status)
    const response = await send({
      accept: 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(key && { 'idempotency-key': key }),
    }).catch(async () => {
      ended(0)
      await unlessLeaving()
      throw new ApiError(0, NO_CONNECTION)
    })
    const text = await response.text().catch(async () => {
      await unlessLeaving()
      return ''
    })
    // Anything else is from somebody in between, who knows nothing of it.
    ended(isOwnAnswer(response.status, parsed(text)) ? response.status : 0)
    return outcome(response.status, text, bearer)
  }

  function call<T>(method: Method, path: string, sent: unknown, given?: string): Promise<T> {
    const body = sent === undefined ? {} : { body: JSON.stringify(sent) }
    const wish = method === 'GET' ? undefined : `${method} ${path} ${body.body}`
    return exchange(wish, given, (headers) => {
      const type = body.body && { 'content-type': 'application/json' }
      const early = wish ? undefined : asked?.(path)
      return early ?? fetch(path, { method, headers: { ...headers, ...type }, ...body })
    })
  }

  function outcome<T>(status: number, text: string, bearer: string | undefined): T {
    const body = parsed(text)
    const isDone = status >= 200 && status < 300
    // Of a gateway's page, and of an answer that was cut off, nobody knows what it stands for.
    if (isDone && body === undefined && status !== 204) throw new ApiError(0, NO_CONNECTION)
    if (isDone && (body as { success?: unknown } | null | undefined)?.success !== false) return body as T
    if (status === 401 && bearer) onRefused?.(bearer)
    const { error } = (body ?? {}) as { error?: unknown }
    throw new ApiError(status, typeof error === 'string' && error ? error : NO_MESSAGE, body)
  }

  const calling =
    (method: Method) =>
    (path: string, request: Request = {}) => {
      const body = request.body ?? (method === 'POST' || method === 'PUT' ? {} : undefined)
      return call<any>(method, addressOf(path, request), body, request.key)
    }

  return {
    get: calling('GET') as Caller<'GET'>,
    /** With a `key`, the request takes effect once, however often it is sent. */
    post: calling('POST') as Caller<'POST'>,
    put: calling('PUT') as Caller<'PUT'>,
    /** Changes the fields that are sent; the rest stays. */
    patch: calling('PATCH') as Caller<'PATCH'>,
    delete: calling('DELETE') as Caller<'DELETE'>,
    exchange,
  }
}

interface Caller<M extends Method> {
  /**
   * Takes the address as domain/api/calls.ts writes it, filled in from `params`: `('/api/services/:id', {
   * params: { id }, body })`.
   */
  <P extends Path<M>>(
    path: P,
    ...request: {} extends CallRequest<KeyOf<M, P>>
      ? [request?: CallRequest<KeyOf<M, P>>]
      : [request: CallRequest<KeyOf<M, P>>]
  ): Promise<Answer<KeyOf<M, P>>>
}

interface Request {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  key?: string
}

/** ('/api/services/:id', { params: { id: 7 }, query: { limit: 5 } }) → '/api/services/7?limit=5' */
export function addressOf(path: string, { params, query = {} }: { params?: object; query?: object }): string {
  const filled = params
    ? path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String((params as Record<string, unknown>)[name])),
      )
    : path
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length > 0 ? `${filled}?${search}` : filled
}

const LEAVING_MS = 3000
let leftAt = -LEAVING_MS

if (typeof window !== 'undefined') addEventListener('beforeunload', () => (leftAt = performance.now()))

/** The browser aborts the calls of a page that is being left: these are not failures and are not reported. */
const unlessLeaving = (): Promise<void> =>
  performance.now() - leftAt < LEAVING_MS ? new Promise(() => {}) : Promise.resolve()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Calls without a session. */
export const api = createApi()
