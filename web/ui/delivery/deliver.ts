/** Sends a request that must take effect once, and repeats it until there is an answer. */
import { isOwnAnswer } from './own-answer.ts'

export interface Attempt {
  /** The idempotency key by which the server recognises it. */
  key: string
  payload: object
}

export interface Answer {
  status: number
  body: any
}

const FIRST_PATIENCE_MS = 15_000
const LONGEST_PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Sends an attempt until our server answers. A lost connection does not tell whether the request
 * took effect; the same key makes a repetition safe. `onLost` receives a function that ends the current
 * pause; `renewed` gives what is sent once more. An answer that did not come in time is waited for longer
 * at the next try: where every one is slow, none would ever come.
 */
export async function deliver(
  path: string,
  attempt: Attempt,
  onLost: (retryNow: () => void) => void,
  renewed: () => Promise<object> = async () => attempt.payload,
): Promise<Answer> {
  let { payload } = attempt
  let patience = FIRST_PATIENCE_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const answer = await send(path, { key: attempt.key, payload }, patience).catch(({ name }) => {
      if (name === 'AbortError') patience = Math.min(patience * 2, LONGEST_PATIENCE_MS)
    })
    if (answer && isOwnAnswer(answer.status, answer.body)) return answer
    await new Promise<void>((resolve) => {
      onLost(resolve)
      setTimeout(resolve, pause)
      addEventListener('online', () => resolve(), { once: true })
    })
    payload = await renewed()
  }
}

async function send(path: string, { key, payload }: Attempt, patience: number): Promise<Answer> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), patience)
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        // How mails tell the time.
        'client-timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      body: JSON.stringify(payload),
      signal: controller.signal,
    })
    const text = await response.text()
    return { status: response.status, body: parse(text) }
  } finally {
    clearTimeout(timer)
  }
}

function parse(text: string): any {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
