import autocannon from 'autocannon'

export interface Figures {
  perSecond: number
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
  const result = await autocannon({
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
  } as autocannon.Options)
  // What the reader still has is an answer too.
  const unchanged = result['3xx']
  return {
    perSecond: (result['2xx'] + unchanged) / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx - unchanged + result.errors,
  }
}
