import { Dialog } from '../ui/dialog.tsx'
import Legal from './legal.tsx'
import { PRIVACY, TERMS } from './platform.ts'

/** The legal texts between enpunto and a business, loaded on demand. */
export default function PlatformLegalDialog({
  name,
  onClose,
}: {
  name: 'terms' | 'privacy'
  onClose: () => void
}) {
  const text = name === 'terms' ? TERMS : PRIVACY
  return (
    <Dialog title={text.title} className="legal" onClose={onClose}>
      <Legal text={text} level="h3" />
    </Dialog>
  )
}
