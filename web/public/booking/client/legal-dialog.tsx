import { useEffect, useState } from 'react'
import { POLICY_TITLE, policyVersion } from '#domain/policy-name.ts'
import { policyText } from '../../../legal/policy-text.ts'
import Legal from '../../../legal/legal.tsx'
import type { LegalText } from '../../../legal/legal-text.ts'
import { api } from '../../../ui/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { terms } from './legal-text.ts'

interface Props {
  name: 'terminos' | 'datos'
  business: { business_name: string; slug: string; policy: string }
  onClose: () => void
}

/** Loaded on demand, text included, because few people read it. */
export default function LegalDialog({ name, business, onClose }: Props) {
  return name === 'datos' ? (
    <Policy {...business} onClose={onClose} />
  ) : (
    <Shown text={terms(business.business_name)} onClose={onClose} />
  )
}

const Shown = ({ text, onClose }: { text: LegalText; onClose: () => void }) => (
  <Dialog title={text.title} className="legal" onClose={onClose}>
    <Legal text={text} level="h3" />
  </Dialog>
)

/** The version that the page's consent names. */
function Policy({ slug, policy, onClose }: { slug: string; policy: string; onClose: () => void }) {
  const [text, setText] = useState<LegalText | 'lost'>()
  useEffect(() => {
    api
      .get('/api/businesses/public/slug/:slug/policy', {
        params: { slug },
        query: { version: policyVersion(policy) ?? '' },
      })
      .then(({ policy }) => setText(policyText(policy)))
      .catch(() => setText('lost'))
  }, [slug, policy])
  if (text && text !== 'lost') return <Shown text={text} onClose={onClose} />
  return (
    <Dialog title={POLICY_TITLE} className="legal" onClose={onClose}>
      {text === 'lost' ? (
        <p role="alert">No pudimos cargar la política. Revisa tu conexión, cierra y ábrela de nuevo.</p>
      ) : (
        <p role="status">
          <span className="spinner" /> Cargando...
        </p>
      )}
    </Dialog>
  )
}
