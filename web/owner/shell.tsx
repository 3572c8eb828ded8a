import { useMatches } from 'react-router'
import { Logo } from '../ui/logo.tsx'
import type { OwnerHandle } from './data/preload.ts'
import './shell.css'

/**
 * Shown from the check of the session until the screen's script has loaded: the screen's title in its place,
 * or a greeting written by the page's inline script. The screen looks the same there, so that nothing moves.
 */
export function Shell() {
  const { title = '', greets, inBar } = (useMatches().at(-1)?.handle ?? {}) as OwnerHandle
  return (
    <div id="shell" aria-hidden="true">
      <div className="tb">
        <div className="tb-in">
          <span className={inBar ? 'tb-logo only-d' : 'tb-logo'}>
            <Logo />
          </span>
          {inBar && <span className="tb-day only-m">{title}</span>}
        </div>
      </div>
      <div className={inBar ? 'pg only-d' : 'pg'}>
        <div className="pg-h">
          <div
            className="h1"
            data-greets={greets}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: title }}
          />
        </div>
      </div>
    </div>
  )
}
