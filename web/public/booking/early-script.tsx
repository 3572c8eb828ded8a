import { useContext } from 'react'
import { Nonce } from '../../nonce.ts'

// A choice made before the page's script has loaded submits its form, like a link.
const SENDS_CHOICES = `addEventListener('change',function(e){var f=e.target.form;if(f&&'auto'in f.dataset&&!window.enpuntoIsAwake)f.submit()})`

export function EarlyScript() {
  const nonce = useContext(Nonce)
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SENDS_CHOICES }} />
}

/** Keeps the place of the greeting of `returning/` from the first frame on, where this phone remembers somebody. */
export function KnownScript({ business }: { business: number }) {
  const nonce = useContext(Nonce)
  const text = `try{localStorage['enpunto.recordado.${business}']&&(document.documentElement.dataset.known='')}catch(e){}`
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}
