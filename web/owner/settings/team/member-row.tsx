import { ROLE_LABELS, ROLE_SENTENCES } from '#domain/team.ts'
import { useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { chevronDown } from '../../../ui/icons.ts'
import type { Member } from '../../data/team/team.ts'
import { MemberActions } from './member-actions.tsx'
import { seenText } from './seen-text.ts'
import { MemberSwitches, switchesShown } from './switch-list.tsx'

interface Props {
  member: Member
  picture: string | undefined
  timezone: string
  /** Whether the business is offered to them. */
  isOffered: boolean
  onEdit: () => void
  onHandOver: () => void
}

/** A member of the team; what of the role can be turned for each opens below. */
export function MemberRow({ member, picture, timezone, ...acts }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { name, email, role, is_active } = member
  const switches = `team-switches-${member.user_id}`
  return (
    <li className={is_active ? undefined : 'is-off'}>
      <Avatar name={name ?? email} src={picture} size="lg" />
      <div className="team-who">
        <b>{name ?? email}</b>
        <small className="muted">
          {name && <span>{email}</span>}
          <span className={is_active ? 'team-seen' : undefined}>
            {name && ' · '}
            {is_active ? seenText(member, timezone) : 'desactivado'}
          </span>
        </small>
      </div>
      <div className="team-role">
        <span className={`chip role-${role}`}>{ROLE_LABELS[role]}</span>
        <small>{ROLE_SENTENCES[role]}</small>
      </div>
      <span className="team-acts">
        {is_active && switchesShown(role).length > 0 && (
          <button
            type="button"
            className="x team-more"
            aria-label={`Permisos de ${name ?? email}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? switches : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon d={chevronDown} />
          </button>
        )}
        <MemberActions member={member} {...acts} />
      </span>
      {isOpen && is_active && (
        <div className="team-open" id={switches}>
          <MemberSwitches member={member} />
        </div>
      )}
    </li>
  )
}
