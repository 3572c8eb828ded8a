import { createContext } from 'react'

/** The content-security policy's nonce, for inline scripts. Known while the server renders, never in the browser. */
export const Nonce = createContext<string | undefined>(undefined)
