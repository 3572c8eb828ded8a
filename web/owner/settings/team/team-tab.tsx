import { counted } from '#domain/numbers.ts'
import { takeableText } from '#domain/team.ts'
import { useState } from 'react'
import { useSession } from '../../../account/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { plus } from '../../../ui/icons-panel.ts'
import { imageSrc } from '../../../ui/image-src.ts'
import { useQuery } from '@tanstack/react-query'
import { professionalsQuery } from '../../data/professionals.ts'
import { type Member, teamQuery } from '../../data/team/team.ts'
import { useShown } from '../../data/use-shown.ts'
import { Failed } from '../../parts/states.tsx'
import { useOpenDraft } from '../../draft/use-draft.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import './team.css'

type Open = { what: 'invite' } | { what: 'edit' | 'hand-over'; member: Member }

/** Who signs in to the business, as what, and who is invited. */
export function TeamTab() {
  const business = useSession().business!
  const state = useShown(teamQuery(), 'Error cargando el equipo')
  const { data: professionals = [] } = useQuery(professionalsQuery())
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  useOpenDraft('invitación', state.status === 'ready', () => setOpen({ what: 'invite' }))
  if (state.status === 'failed')
    return <Failed title="No pudimos mostrar tu equipo" error={state.error} onRetry={state.retry} />
  if (state.status === 'loading')
    return (
      <p className="card pad muted" role="status">
        Cargando el equipo…
      </p>
    )
  const { members, invitations, offer } = state.data
  const active = members.filter(({ is_active }) => is_active).length
  const pictureOf = ({ professional_id }: Member) =>
    imageSrc(professionals.find(({ id }) => id === professional_id)?.avatar_url ?? null, 160)
  return (
    <div className="set-form">
      <section className="card team" aria-labelledby="team-title">
        <div className="team-h">
          <div>
            <h2 className="h2" id="team-title">
              Equipo
            </h2>
            <p className="small muted">
              {active === 1
                ? 'Solo tú entras por ahora.'
                : `${counted(active, 'persona')} entran con su propio correo.`}
            </p>
          </div>
          <button
            type="button"
            className="btn"
            aria-haspopup="dialog"
            onClick={() => setOpen({ what: 'invite' })}
          >
            <Icon d={plus} />
            Invitar
          </button>
        </div>
        <ul className="team-list">
          {members.map((member) => (
            <MemberRow
              key={member.user_id}
              member={member}
              picture={pictureOf(member)}
              timezone={business.timezone}
              isOffered={offer?.to_user_id === member.user_id}
              onEdit={() => setOpen({ what: 'edit', member })}
              onHandOver={() => setOpen({ what: 'hand-over', member })}
            />
          ))}
        </ul>
        {offer?.takeable_at && (
          <p className="small muted">{takeableText(business.timezone, Date.parse(offer.takeable_at))}.</p>
        )}
      </section>
      {invitations.length > 0 && <Invitations invitations={invitations} timezone={business.timezone} />}
      <p className="small muted">
        Siempre queda al menos un dueño. Al quitar a alguien se cierra su sesión en todos sus dispositivos al
        instante; el historial guarda su nombre.
      </p>
      {open?.what === 'invite' && (
        <InviteDialog
          professionals={professionals}
          members={members}
          invitations={invitations}
          onClose={close}
        />
      )}
      {open?.what === 'edit' && (
        <MemberDialog member={open.member} professionals={professionals} onClose={close} />
      )}
      {open?.what === 'hand-over' && <HandOverDialog member={open.member} onClose={close} />}
    </div>
  )
}
