import { useContext, useEffect } from 'react'
import { Nonce } from '../../nonce.ts'

// A choice made before the page's script has arrived sends its form, as a link would.
const SENDS_CHOICES = `addEventListener('change',function(e){var f=e.target.form;if(f&&'auto'in f.dataset&&!window.enpuntoIsAwake)f.submit()})`

export function EarlyScript() {
  const nonce = useContext(Nonce)
  useEffect(() => {
    Object.assign(window, { enpuntoIsAwake: true })
  }, [])
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SENDS_CHOICES }} />
}
