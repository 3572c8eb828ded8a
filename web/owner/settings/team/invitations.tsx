import { mediumDate, nowIn } from '#domain/dates.ts'
import { ROLE_LABELS } from '#domain/team.ts'
import { useMutation } from '@tanstack/react-query'
import { toast } from '../../../ui/toast.tsx'
import {
  confirmInvitation,
  type Invitation,
  resendInvitation,
  withdrawInvitation,
} from '../../data/team/team.ts'
import { failureText } from '../../parts/failures.ts'

interface Props {
  invitations: Invitation[]
  timezone: string
}

/** Who was asked to come and has not yet. */
export const Invitations = ({ invitations, timezone }: Props) => (
  <section className="card team" aria-labelledby="invited-title">
    <h2 className="h3 team-h" id="invited-title">
      Invitaciones
    </h2>
    <ul className="team-list">
      {invitations.map((invitation) => (
        <Row key={invitation.id} invitation={invitation} timezone={timezone} />
      ))}
    </ul>
  </section>
)

function Row({ invitation, timezone }: { invitation: Invitation; timezone: string }) {
  const { id, email, role, expires_at, is_expired, claimed_by } = invitation
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<string>) => act(),
    onSuccess: (said) => toast.success(said),
    onError: (failure) => toast.error(failureText(failure, 'Error con la invitación')),
  })
  const press = (act: () => Promise<unknown>, said: string) => () =>
    isPending || mutate(async () => (await act(), said))
  const until = mediumDate(nowIn(timezone, Date.parse(expires_at)).date)
  return (
    <li className="team-inv">
      <div className="team-who">
        <b className="trunc">{email}</b>
        <small className="muted">
          {ROLE_LABELS[role]} · {is_expired ? 'venció' : 'vence'} el {until}
        </small>
        {claimed_by && (
          <small>
            {claimed_by.name ?? claimed_by.email} la aceptó con otro correo: {claimed_by.email}.
          </small>
        )}
      </div>
      <div className="team-inv-acts">
        {claimed_by ? (
          <button
            type="button"
            className="btn btn-sm"
            aria-disabled={isPending}
            onClick={press(() => confirmInvitation(id, claimed_by.email), 'Ya es de tu equipo')}
          >
            Sí, es quien invité
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-2 btn-sm"
            aria-disabled={isPending}
            onClick={press(() => resendInvitation(id), `Enviamos otra vez la invitación a ${email}`)}
          >
            Reenviar
          </button>
        )}
        <button
          type="button"
          className="btn btn-3 btn-sm"
          aria-disabled={isPending}
          aria-label={`Retirar la invitación de ${email}`}
          onClick={press(() => withdrawInvitation(id), 'Retiraste la invitación')}
        >
          Retirar
        </button>
      </div>
    </li>
  )
}
