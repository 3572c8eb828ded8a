import type { Challenge, Solution } from 'altcha-lib'
import type { Site } from '../context.ts'

type Provider = Site['verification']

const FRESH_MS = 15 * 60_000

let solved: { token: Promise<string>; at: number } | undefined

/** Starts the slow part while the form is still being filled in. */
export async function prepareVerification(verification: Provider): Promise<void> {
  if (verification.provider === 'altcha') await solveOnce()
  if (verification.provider === 'recaptcha') await recaptcha(verification.siteKey!)
}

/**
 * The proof that a person is behind an action. Empty when the provider gives none: the action must stop.
 * @throws when the provider cannot be reached.
 */
export async function verificationToken(verification: Provider, action: string): Promise<string> {
  if (verification.provider === 'altcha') return solveOnce()
  if (verification.provider === 'recaptcha') {
    const provider = await recaptcha(verification.siteKey!)
    return (await provider.execute(verification.siteKey!, { action })) ?? ''
  }
  return 'dev-token'
}

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
  const response = await fetch('/api/security/challenge')
  if (!response.ok) throw new Error('no provider')
  return answerTo(await response.json())
}

/** Solves a challenge in a worker. */
export async function answerTo(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })
  try {
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
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
    script.onload = () => {
      const { grecaptcha } = window as unknown as { grecaptcha?: Recaptcha }
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else reject(new Error('no provider'))
    }
    script.onerror = () => {
      loading = undefined
      reject(new Error('no provider'))
    }
    document.head.append(script)
  })
  return loading
}
