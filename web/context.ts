import { createContext } from 'react-router'

/** What every page may know of the installation. */
export interface Site {
  publicUrl: string
  production: boolean
  /** Whether the terms box of the booking page starts ticked. */
  termsChecked: boolean
  verification: { provider: 'none' | 'altcha' | 'recaptcha'; siteKey?: string }
  /** Whether our server hands out map tiles. */
  tiles: boolean
  /** Whom links for sales and help write to: a WhatsApp number, as +573001112233, or an e-mail. */
  chat?: string
}

/** A call of our own API, in the same process, on behalf of the visitor. */
export type ApiCall = (
  path: string,
  init?: { method?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<{ status: number; body: any }>

/** What the server hands to loaders and actions. */
export const contexts = {
  api: createContext<ApiCall>(),
  site: createContext<Site>(),
  nonce: createContext<string | undefined>(),
  now: createContext<() => number>(),
  /** Set by a loader: what the page tells search engines in the words of schema.org. The browser is not sent it twice. */
  structured: createContext<object | null>(null),
}
