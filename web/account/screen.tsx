import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import { Nonce } from '../nonce.ts'
import '../ui/banner.css'
import { NeedsScript } from '../ui/needs-script.tsx'
import '../ui/panel.css'
import '../ui/tones.css'
import './account.css'
import { Aside } from './aside.tsx'
import { useSession } from './session.ts'
import { KEY } from './stored.ts'

// Before the page's script has arrived: a form that is sent waits for it, and whoever may be signed in sees none.
const EARLY = `addEventListener('submit',function(e){if(!window.enpuntoIsAwake){e.preventDefault();window.enpuntoWaits=e.target}},true);try{if(localStorage.getItem('${KEY}')||sessionStorage.getItem('${KEY}'))document.documentElement.dataset.session='checking'}catch(e){}`

interface Props {
  title: string
  text?: ReactNode
  wide?: boolean
  /** Whoever is signed in has no business here. */
  onlyOut?: boolean
  /** The screen took the place of another: it is read out from its title. */
  hasNews?: boolean
  children: ReactNode
}

/** The frame of log-in, registration and passwords: a form, and beside it what it is for. */
export function AccountScreen(props: Props) {
  const { title, text, wide = false, onlyOut = false, hasNews = false, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const nonce = useContext(Nonce)
  const { status } = useSession()
  useEffect(() => {
    wake()
    if (hasNews) heading.current?.focus()
  }, [hasNews])
  if (onlyOut && (status === 'in' || status === 'unreached')) return <Navigate to="/dashboard" replace />
  return (
    <div className={wide ? 'auth auth-wide' : 'auth'}>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY }} />
      <div className="auth-f">
        <div>
          <div>
            <h1 className="h1" ref={heading} tabIndex={hasNews ? -1 : undefined}>
              {title}
            </h1>
            {text && <p className="muted">{text}</p>}
          </div>
          <NeedsScript />
          {children}
        </div>
      </div>
      <Aside />
    </div>
  )
}

function wake() {
  const page = window as unknown as { enpuntoIsAwake?: true; enpuntoWaits?: HTMLFormElement }
  page.enpuntoIsAwake = true
  page.enpuntoWaits?.requestSubmit()
  delete page.enpuntoWaits
}
