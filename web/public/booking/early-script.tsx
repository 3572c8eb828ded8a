import { useContext } from 'react'
import { Nonce } from '../../nonce.ts'

// Their texts are drawn by the server alone: they run once, before the page's script is there.
// A choice made before it has loaded submits its form, like a link.
const SENDS_CHOICES = `addEventListener('change',function(e){var f=e.target.form;if(f&&'auto'in f.dataset&&!window.enpuntoIsAwake)f.submit()})`

export const EarlyScript = () => <Script text={import.meta.env.SSR ? SENDS_CHOICES : ''} />

/** Keeps the place of the greeting of `returning/` from the first frame on, where this phone remembers somebody. */
export const KnownScript = ({ business }: { business: number }) => (
  <Script text={import.meta.env.SSR ? knows(business) : ''} />
)

const knows = (business: number) =>
  `try{localStorage['enpunto.recordado.${business}']&&(document.documentElement.dataset.known='')}catch(e){}`

function Script({ text }: { text: string }) {
  const nonce = useContext(Nonce)
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}
