import { Component, type CSSProperties, type ReactNode } from 'react'
import { Toaster } from '../../ui/toast.tsx'
import { BookingPage, type Shown } from './booking-page.tsx'
import { Broken } from './lost.tsx'

interface Props extends Shown {
  /** What only the server draws: a browser has it already. */
  head?: ReactNode
  foot?: ReactNode
}

/** The booking page as a whole document, which needs no router: start.tsx wakes it. */
export function BookingDocument({ data, posted, head, foot }: Props) {
  return (
    <html translate="no" lang="es-CO" style={data.brand as CSSProperties}>
      <head>{head}</head>
      <body className="pub">
        <Boundary>
          <BookingPage data={data} posted={posted} />
        </Boundary>
        <Toaster />
        {foot}
      </body>
    </html>
  )
}

class Boundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <>
        <title>Algo salió mal</title>
        <Broken />
      </>
    )
  }
}
