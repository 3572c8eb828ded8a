import type { ReactNode } from 'react'
import { Logo } from './ui/logo.tsx'

interface Props {
  title: string
  /** Inside a frame that already shows the mark. */
  framed?: boolean
  /** In place of the link home. */
  instead?: ReactNode
  children?: ReactNode
}

/** A page with only a message and one way on. */
export function Message({ title, framed = false, instead, children }: Props) {
  const Box = framed ? 'div' : 'main'
  return (
    <Box className="message">
      {!framed && <Logo />}
      <h1 className="h1">{title}</h1>
      {children && <p className="muted">{children}</p>}
      {instead ?? (
        <a className="btn" href="/">
          Volver al inicio
        </a>
      )}
    </Box>
  )
}
