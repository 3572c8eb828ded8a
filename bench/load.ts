import autocannon from 'autocannon'

export interface Figures {
  perSecond: number
  /** Milliseconds, to a hundredth. */
  p50: number
  p99: number
  /** Answers outside 2xx and 3xx. */
  refused: number
}

export interface Request {
  path: string
  method?: 'GET' | 'POST'
  body?: string
  headers?: Record<string, string>
}

/**
 * Runs `connections` clients for `seconds`, each sending a new request after every answer; `next` makes each
 * request.
 */
export async function load(
  url: string,
  connections: number,
  seconds: number,
  next: () => Request,
): Promise<Figures> {
  const { promise: result, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const options: autocannon.Options = {
    url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request: autocannon.Request) => {
          const { body, headers, ...wanted } = next()
          return {
            ...request,
            ...wanted,
            ...(body && { body, headers: { 'content-type': 'application/json', ...headers } }),
          }
        },
      },
    ],
  } as autocannon.Options
  // Its own histogram counts whole milliseconds.
  const took: number[] = []
  autocannon(options, (error, all) => (error ? reject(error as Error) : resolve(all))).on(
    'response',
    (_client, _status, _bytes, ms) => took.push(ms),
  )
  const { duration, errors, non2xx, ...counted } = await result
  took.sort((a, b) => a - b)
  const at = (share: number) => Math.round((took[Math.floor((took.length - 1) * share)] ?? 0) * 100) / 100
  // What the reader still has is an answer too.
  const unchanged = counted['3xx']
  return {
    perSecond: (counted['2xx'] + unchanged) / duration,
    p50: at(0.5),
    p99: at(0.99),
    refused: non2xx - unchanged + errors,
  }
}
