import type { Challenge, Solution } from 'altcha-lib'
import type { Site } from '../context.ts'

type Provider = Site['verification']

const FRESH_MS = 15 * 60_000
/** For how long a proof, which may have been made 15 minutes before it is sent, is good in any case. */
const SURE_MS = 4 * 60_000
/** What the network has not brought by then counts as out of reach. */
const NETWORK_MS = 10_000

let solved: { token: Promise<string>; at: number } | undefined

/** Starts the slow part while the form is still being filled in. */
export async function prepareVerification(verification: Provider): Promise<void> {
  if (verification.provider === 'altcha') await solveOnce()
  if (verification.provider === 'recaptcha') await recaptcha(verification.siteKey!)
}

/**
 * The proof that a person is behind an action. Empty when the provider gives none: the action must stop.
 * @throws when the provider cannot be reached, or does not answer in time.
 */
export async function verificationToken(verification: Provider, action: string): Promise<string> {
  if (verification.provider === 'altcha') return solveOnce()
  if (verification.provider === 'recaptcha') {
    const provider = await recaptcha(verification.siteKey!)
    return (await within(NETWORK_MS, provider.execute(verification.siteKey!, { action }))) ?? ''
  }
  return 'dev-token'
}

/** Whether the proof that was first sent then may be sent again. */
export const isStillGood = ({ provider }: Provider, at: number): boolean =>
  provider !== 'recaptcha' && Date.now() - at < SURE_MS

/** A token is valid for one use. */
export function forgetVerification() {
  solved = undefined
}

function solveOnce(): Promise<string> {
  if (!solved || Date.now() - solved.at > FRESH_MS) {
    const token = solve()
    solved = { token, at: Date.now() }
    token.catch(() => (solved = undefined))
  }
  return solved.token
}

async function solve(): Promise<string> {
  const asked = fetch('/api/security/challenge').then((response) => {
    if (!response.ok) throw new Error('no provider')
    return response.json()
  })
  return answerTo(await within(NETWORK_MS, asked))
}

/** Solves a challenge in a worker, whose work gives up by itself after a minute and a half. */
export async function answerTo(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })
  try {
    const begun = new Promise((resolve, reject) => {
      worker.onmessage = resolve
      worker.onerror = reject
    })
    await within(NETWORK_MS, begun)
    const solution = await new Promise<Solution>((resolve, reject) => {
      worker.onmessage = ({ data }) => (data?.derivedKey ? resolve(data) : reject(new Error('no provider')))
      worker.onerror = reject
      worker.postMessage({ type: 'work', challenge })
    })
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    worker.terminate()
  }
}

interface Recaptcha {
  ready(callback: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string | null>
}

let loading: Promise<Recaptcha> | undefined

function recaptcha(siteKey: string): Promise<Recaptcha> {
  if (loading) return loading
  const loaded = new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
    script.onload = () => {
      const { grecaptcha } = window as unknown as { grecaptcha?: Recaptcha }
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else reject(new Error('no provider'))
    }
    script.onerror = () => reject(new Error('no provider'))
    document.head.append(script)
  })
  loading = within(NETWORK_MS, loaded)
  // Asked for again, it may come.
  loading.catch(() => (loading = undefined))
  return loading
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no provider')), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
