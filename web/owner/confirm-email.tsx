import { useMutation } from '@tanstack/react-query'
import { ownerApi, type SessionBusiness } from '../account/session.ts'
import '../ui/banner.css'
import { Icon } from '../ui/icon.tsx'
import { mail } from '../ui/icons.ts'
import { toast } from '../ui/toast.tsx'
import { failureText } from './parts/failures.ts'

/** A quiet line until the business's e-mail is confirmed. */
export function ConfirmEmail({ business: { email } }: { business: SessionBusiness }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => ownerApi.post('/api/auth/confirmation-mail'),
    // The line has no room for it on a phone, and it may be mistyped.
    onSuccess: ({ message }) => toast.success(`${message} a ${email}`),
    onError: (failure) => toast.error(failureText(failure, 'Error al enviar email')),
  })
  return (
    <div className="banner banner-quiet confirm-email">
      <Icon d={mail} />
      <span>
        <b>Confirma tu correo</b>
        <span className="rest">
          {' '}
          con el enlace que enviamos a <span className="mail">{email}</span>.
        </span>
        <span className="only-d">
          {' '}
          Mientras tanto, tu negocio envía hasta 20 correos al día y, si es nuevo, su página no sale en
          buscadores.
        </span>
      </span>
      <button
        type="button"
        className="btn btn-sm"
        aria-disabled={isPending}
        onClick={() => isPending || mutate()}
      >
        {isPending && <span className="spinner" />}
        Enviar de nuevo
      </button>
    </div>
  )
}
