import { ROLE_LABELS } from '#domain/team.ts'
import { useMutation } from '@tanstack/react-query'
import { type SessionBusiness, switchBusiness } from '../account/session.ts'
import { messageOf } from '../ui/api.ts'
import { Icon } from '../ui/icon.tsx'
import { store } from '../ui/icons.ts'
import { toast } from '../ui/toast.tsx'

/** The other businesses of the person who is signed in; nothing for whoever has one. */
export function Businesses({ business }: { business: SessionBusiness }) {
  const others = business.access?.businesses.filter(({ id }) => id !== business.id) ?? []
  const { mutate, isPending } = useMutation({
    mutationFn: switchBusiness,
    // Nothing of the former business stays on the screen.
    onSuccess: () => location.assign('/dashboard'),
    onError: (failure) => toast.error(messageOf(failure, 'No pudimos cambiar de negocio')),
  })
  return others.map(({ id, business_name, role }) => (
    <button key={id} type="button" aria-disabled={isPending} onClick={() => isPending || mutate(id)}>
      <Icon d={store} />
      <span className="trunc">
        {business_name} <small className="muted">{ROLE_LABELS[role]}</small>
      </span>
    </button>
  ))
}
