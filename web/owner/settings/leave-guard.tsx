import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSession } from '../../account/session.ts'
import { tabOf } from './tabs.tsx'

/** Asks before unsaved changes are lost by changing the tab, leaving the page or closing it. */
export function LeaveGuard({ when }: { when: boolean }) {
  const { status, business } = useSession()
  const tabAt = (search: string) => business && tabOf(new URLSearchParams(search), business)
  // Without a session, nothing can be stored anyway.
  const isOn = when && status === 'in'
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isOn && (from.pathname !== to.pathname || tabAt(from.search) !== tabAt(to.search)),
  )
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOn])

  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Cambios sin guardar"
      confirmText="Salir sin guardar"
      cancelText="Seguir editando"
      onConfirm={blocker.proceed}
      onCancel={blocker.reset}
    >
      Si sales ahora, se pierde lo que cambiaste aquí.
    </ConfirmDialog>
  )
}
