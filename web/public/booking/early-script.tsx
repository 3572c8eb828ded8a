import { useContext } from 'react'
import { Nonce } from '../../nonce.ts'

// A choice made before the page's script has loaded submits its form, like a link.
const SENDS_CHOICES = `addEventListener('change',function(e){var f=e.target.form;if(f&&'auto'in f.dataset&&!window.enpuntoIsAwake)f.submit()})`

export function EarlyScript() {
  const nonce = useContext(Nonce)
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SENDS_CHOICES }} />
}
