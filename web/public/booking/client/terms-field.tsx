import { type MouseEvent, useState } from 'react'
import { legalSearch } from './legal-search.ts'
import { FieldError } from '../../../ui/field.tsx'
import { onDemand } from '../../../ui/loading/on-demand.tsx'

const LegalDialog = onDemand(
  () => import('./legal-dialog.tsx'),
  (file) => file.default,
)

type Name = 'terminos' | 'datos'

interface Props {
  business: { business_name: string; slug: string; policy: string }
  /** The page's address without a legal text. */
  search: string
  isTicked: boolean
  error: string | undefined
  isFocused: boolean
}

/** The consent, with links to both legal texts: separate pages without script, dialogs with it. */
export function TermsField({ business, search, isTicked, error, isFocused }: Props) {
  const [open, setOpen] = useState<Name>()
  const [isLost, setLost] = useState(false)
  const link = (name: Name, label: string) => (
    <a
      href={legalSearch(search, name, business.policy)}
      target="_blank"
      onClick={(event) => show(event, name)}
    >
      {label}
    </a>
  )

  function show(event: MouseEvent, name: Name) {
    if (isLost) return
    event.preventDefault()
    setOpen(name)
  }

  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          name="terms"
          defaultChecked={isTicked}
          autoFocus={isFocused}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && 'terms-error'}
        />
        <span>
          Acepto los {link('terminos', 'Términos y Condiciones')} y la{' '}
          {link('datos', 'Política de Tratamiento de Datos')}.
        </span>
      </label>
      <FieldError id="terms" error={error} />
      {open && (
        <LegalDialog
          name={open}
          business={business}
          onClose={() => setOpen(undefined)}
          onLost={() => setLost(true)}
        />
      )}
    </div>
  )
}
