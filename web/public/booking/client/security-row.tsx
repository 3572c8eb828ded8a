import { useEffect, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { check, shield } from '../../../ui/icons.ts'
import type { Site } from '../../../context.ts'
import { prepareVerification } from '../../../ui/verification.ts'

/** The human check, which requires no action: it runs while people type. */
export function SecurityRow({ verification }: { verification: Site['verification'] }) {
  const [state, setState] = useState<'later' | 'running' | 'ready'>('later')
  useEffect(() => {
    let isGone = false
    const say = (next: typeof state) => isGone || setState(next)
    say('running')
    prepareVerification(verification).then(
      () => say('ready'),
      () => say('later'),
    )
    return () => void (isGone = true)
  }, [verification])
  return (
    <div className="security">
      <Icon d={shield} />
      Verificación de seguridad
      <span className={state === 'ready' ? 'ok' : 'ok muted'} role="status">
        {state === 'later' && 'Al confirmar'}
        {state === 'running' && 'Verificando...'}
        {state === 'ready' && (
          <>
            <Icon d={check} className="icon-sm" />
            Listo
          </>
        )}
      </span>
    </div>
  )
}
