import Legal from '../../../legal/legal.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { legalText } from './legal-text.ts'

interface Props {
  name: 'terminos' | 'datos'
  business: string
  onClose: () => void
}

/** Loaded on demand, text included, because few people read it. */
export default function LegalDialog({ name, business, onClose }: Props) {
  const text = legalText(name, business)!
  return (
    <Dialog title={text.title} className="legal" onClose={onClose}>
      <Legal text={text} level="h3" />
    </Dialog>
  )
}
