import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Nonce } from '../nonce.ts'
import '../ui/banner.css'
import { Enter } from '../ui/loading/enter.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import '../ui/panel.css'
import '../ui/tones.css'
import './account.css'
import { Aside } from './aside.tsx'
import { useSession } from './session.ts'
import { KEY, memberOf } from './stored.ts'
import { afterLogin } from './wanted.ts'

// Until the page's script has loaded, a submitted form waits for it, and a visitor who may be signed in sees
// no form.
const EARLY = `addEventListener('submit',function(e){if(!window.enpuntoIsAwake){e.preventDefault();window.enpuntoWaits=e.target}},true);try{if(localStorage.getItem('${KEY}')||sessionStorage.getItem('${KEY}'))document.documentElement.dataset.session='checking'}catch(e){}`

interface Props {
  title: string
  text?: ReactNode
  wide?: boolean
  /** Only for visitors without a session: signed-in owners are redirected. */
  onlyOut?: boolean
  /** Whether the screen replaced another: screen readers then start at its title. */
  hasNews?: boolean
  children: ReactNode
}

/** The layout of log-in, registration and password screens: a form beside its illustration. */
export function AccountScreen(props: Props) {
  const { title, text, wide = false, onlyOut = false, hasNews = false, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const nonce = useContext(Nonce)
  const { status, business } = useSession()
  const { state } = useLocation()
  useEffect(() => {
    wake()
    if (hasNews) heading.current?.focus()
  }, [hasNews])
  if (onlyOut && (status === 'in' || status === 'unreached'))
    return <Enter to={afterLogin(state, memberOf(business))} />
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
