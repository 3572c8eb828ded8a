import { useEffect, useState } from 'react'
import { messageOf } from '../api.ts'
import { knowsPasskeys } from './ceremony.ts'
import { toast } from '../toast.tsx'

/**
 * A way in by a passkey; nothing where the browser knows none. Only the browser knows that: until then it is not seen, and has
 * its place, so that nothing moves when it appears.
 */
export function PasskeyButton({ text, enter }: { text: string; enter: () => Promise<void> }) {
  const [isKnown, setKnown] = useState<boolean>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => setKnown(knowsPasskeys()), [])
  if (isKnown === false) return null
  async function run() {
    setBusy(true)
    try {
      await enter()
    } catch (failure) {
      toast.error(messageOf(failure, 'Error al iniciar sesión'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className="btn btn-2 btn-lg btn-block after"
      style={isKnown ? undefined : { visibility: 'hidden' }}
      aria-disabled={isBusy}
      onClick={() => isBusy || void run()}
    >
      {isBusy && <span className="spinner" />}
      {text}
    </button>
  )
}
