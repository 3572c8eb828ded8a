import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { FieldError } from '../../../ui/field.tsx'

const LegalDialog = lazy(() => import('./legal-dialog.tsx'))

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
  const link = (name: Name, label: string) => (
    <a href={`${search}&ver=${name}`} target="_blank" onClick={(event) => show(event, name)}>
      {label}
    </a>
  )

  function show(event: MouseEvent, name: Name) {
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
        <Suspense>
          <LegalDialog name={open} business={business} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
