import type { ReactNode } from 'react'
import { Logo } from './ui/logo.tsx'

interface Props {
  title: string
  /** Inside a frame that already shows the mark. */
  framed?: boolean
  children?: ReactNode
}

/** A page with only a message and a link home. */
export function Message({ title, framed = false, children }: Props) {
  const Box = framed ? 'div' : 'main'
  return (
    <Box className="message">
      {!framed && <Logo />}
      <h1 className="h1">{title}</h1>
      {children && <p className="muted">{children}</p>}
      <a className="btn" href="/">
        Volver al inicio
      </a>
    </Box>
  )
}
