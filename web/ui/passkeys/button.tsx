import { useEffect, useState } from 'react'
import { messageOf } from '../api.ts'
import { knowsPasskeys } from './ceremony.ts'
import { toast } from '../toast.tsx'

/** A way in by a passkey; nothing where the browser knows none. */
export function PasskeyButton({ text, enter }: { text: string; enter: () => Promise<void> }) {
  const [isKnown, setKnown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  // The server draws the page without it, since only the browser knows.
  useEffect(() => setKnown(knowsPasskeys()), [])
  if (!isKnown) return null
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
      aria-disabled={isBusy}
      onClick={() => isBusy || void run()}
    >
      {isBusy && <span className="spinner" />}
      {text}
    </button>
  )
}
