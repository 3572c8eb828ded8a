import { createContext } from 'react'

/**
 * The nonce of the content security policy, for inline scripts. Only the server knows it, while it renders.
 */
export const Nonce = createContext<string | undefined>(undefined)
