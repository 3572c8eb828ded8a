/** Calls of our own API from the browser. */

export const NO_CONNECTION = 'Error de conexión. Verifica que el servidor esté funcionando.'
const NO_MESSAGE = 'Error de conexión'

/** A call that failed, with a sentence to show. */
export class ApiError extends Error {
  /** 0 when there was no answer at all. */
  status: number
  /** Sentences for single inputs, by their names. */
  fields: Record<string, string> | undefined
  body: unknown

  constructor(status: number, message: string, body?: unknown) {
    super(message)
    this.status = status
    this.body = body
    this.fields = (body as { fields?: Record<string, string> } | null | undefined)?.fields
  }
}

/** The sentence of what went wrong; `fallback` for what is not a failed call. */
export const messageOf = (error: unknown, fallback = NO_MESSAGE): string =>
  error instanceof ApiError ? error.message : fallback

/** What the server itself said of a failed call. */
export function saidBy(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { error: said } = (error.body ?? {}) as { error?: unknown }
  return typeof said === 'string' && said ? said : undefined
}

interface Options {
  /** Whose calls these are. */
  token?: () => string | undefined
  /** Told when a call with a token was answered by 401. */
  onRefused?: (token: string) => void
  /** The answer to what is already being asked. */
  asked?: (path: string) => Promise<Response> | undefined
}

export type Api = ReturnType<typeof createApi>

/** A client for one kind of session. A 401 is told to that session alone. There is no timeout. */
export function createApi({ token = () => undefined, onRefused, asked }: Options = {}) {
  async function call<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
    const bearer = token()
    const response = await (
      (method === 'GET' && asked?.(path)) ||
      fetch(path, {
        method,
        headers: {
          accept: 'application/json',
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    ).catch(async () => {
      await unlessLeaving()
      throw new ApiError(0, NO_CONNECTION)
    })
    return outcome(response.status, await response.text().catch(() => ''), bearer)
  }

  /** Sends one file, telling what part of it (0 to 1) has gone. */
  function upload<T>(
    path: string,
    field: string,
    file: Blob,
    onProgress?: (part: number) => void,
  ): Promise<T> {
    const bearer = token()
    const form = new FormData()
    form.append(field, file)
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', path)
      request.setRequestHeader('accept', 'application/json')
      if (bearer) request.setRequestHeader('authorization', `Bearer ${bearer}`)
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
      request.onerror = () => reject(new ApiError(0, NO_CONNECTION))
      request.onload = () => {
        try {
          resolve(outcome(request.status, request.responseText, bearer))
        } catch (error) {
          reject(error)
        }
      }
      request.send(form)
    })
  }

  function outcome<T>(status: number, text: string, bearer: string | undefined): T {
    const body = parsed(text)
    if (status >= 200 && status < 300) return body as T
    if (status === 401 && bearer) onRefused?.(bearer)
    const { error } = (body ?? {}) as { error?: unknown }
    throw new ApiError(status, typeof error === 'string' && error ? error : NO_MESSAGE, body)
  }

  return {
    get: <T>(path: string) => call<T>('GET', path),
    /** With a `key`, however often it is sent, it is done once. */
    post: <T>(path: string, body: unknown = {}, key?: string) => call<T>('POST', path, body, key),
    put: <T>(path: string, body: unknown = {}) => call<T>('PUT', path, body),
    delete: <T>(path: string, body?: unknown) => call<T>('DELETE', path, body),
    upload,
  }
}

const LEAVING_MS = 3000
let leftAt = -LEAVING_MS

if (typeof window !== 'undefined') addEventListener('beforeunload', () => (leftAt = performance.now()))

/** A page that is being left breaks its calls off: nothing failed, and nobody is to hear of it. */
const unlessLeaving = (): Promise<void> =>
  performance.now() - leftAt < LEAVING_MS ? new Promise(() => {}) : Promise.resolve()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Calls on nobody's behalf. */
export const api = createApi()
