import { createContext } from 'react-router'

/** The installation's settings that every page may know. */
export interface Site {
  publicUrl: string
  production: boolean
  /** Whether the terms box of the booking page starts ticked. */
  termsChecked: boolean
  verification: { provider: 'none' | 'altcha' | 'recaptcha'; siteKey?: string }
  /** Whether our server provides map tiles. */
  tiles: boolean
  /** The contact for sales and help: a WhatsApp number, as +573001112233, or an e-mail. */
  chat?: string
}

/** A call of our own API within the same process, on behalf of the visitor. */
export type ApiCall = (
  path: string,
  init?: { method?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<{ status: number; body: any }>

/** What the server passes to loaders and actions. */
export const contexts = {
  api: createContext<ApiCall>(),
  site: createContext<Site>(),
  nonce: createContext<string | undefined>(),
  now: createContext<() => number>(),
  /** Set by an action: its page is drawn as its answer, also where its address would lead to another one. */
  isPosted: createContext<boolean>(false),
  /**
   * Set by a loader: the page's schema.org data for search engines. It is not sent to the browser a second
   * time.
   */
  structured: createContext<object | null>(null),
}
