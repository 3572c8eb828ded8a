import { type ComponentProps, type MouseEvent, useState } from 'react'
import { FieldError } from '../ui/field.tsx'
import { onDemand } from '../ui/loading/on-demand.tsx'

const PlatformLegal = onDemand(
  () => import('../legal/platform-dialog.tsx'),
  (file) => file.default,
)

/** A new owner's consent, with links to both texts. */
export function Terms({
  error,
  inputProps,
}: {
  error: string | undefined
  inputProps: ComponentProps<'input'>
}) {
  const [open, setOpen] = useState<'terms' | 'privacy'>()
  const link = (name: 'terms' | 'privacy', label: string) => (
    <a href={`#${name}`} aria-haspopup="dialog" onClick={(event) => show(event, name)}>
      {label}
    </a>
  )

  function show(event: MouseEvent, name: 'terms' | 'privacy') {
    event.preventDefault()
    setOpen(name)
  }

  return (
    <div className="field full">
      <label className="check">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && 'terms-error'}
          {...inputProps}
        />
        <span>
          Acepto los {link('terms', 'términos y condiciones')} y la{' '}
          {link('privacy', 'política de privacidad')}.
        </span>
      </label>
      <FieldError id="terms" error={error} />
      {open && <PlatformLegal name={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
