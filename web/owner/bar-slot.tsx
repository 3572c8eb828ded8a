import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The place in the top bar that takes the logo's on phones, once a screen fills it. */
export const BarSlot = createContext<HTMLElement | null>(null)

/** On phones: what a screen shows in the bar instead of the logo, so that it needs no row of its own. */
export function InBar({ children }: { children: ReactNode }) {
  const slot = useContext(BarSlot)
  return slot && createPortal(children, slot)
}
