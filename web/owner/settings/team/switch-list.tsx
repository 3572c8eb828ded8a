import { switchesOf, type Role } from '#domain/permissions.ts'
import { useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { changeMember, type Member } from '../../data/team/team.ts'
import { failureText } from '../../parts/failures.ts'
import { SWITCHES } from './switches.ts'

/** The switches of a role that a screen heeds. */
export const switchesShown = (role: Role) => {
  const usual = switchesOf(role) as Record<string, boolean>
  return SWITCHES.filter(({ name }) => name in usual)
}

interface Props {
  role: Role
  isOn: (name: string) => boolean
  onTurn: (name: string, isOn: boolean) => void
}

export const SwitchList = ({ role, isOn, onTurn }: Props) => (
  <div className="team-switches">
    {switchesShown(role).map(({ name, label, hint }) => (
      <label key={name} className="team-switch">
        <span>
          <b>{label}</b>
          <small className="muted">{hint}</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={isOn(name)}
          onChange={({ target }) => onTurn(name, target.checked)}
        />
      </label>
    ))}
  </div>
)

/** A member's switches in the list: each counts as soon as it is turned. */
export function MemberSwitches({ member }: { member: Member }) {
  const [turned, setTurned] = useState<Record<string, boolean>>({})
  const given = member.switches as Record<string, boolean>
  async function turn(name: string, isOn: boolean) {
    setTurned((before) => ({ ...before, [name]: isOn }))
    try {
      await changeMember(member.user_id, { switches: { [name]: isOn } })
    } catch (failure) {
      toast.error(failureText(failure, 'Error al guardar los cambios'))
      setTurned(({ [name]: _, ...others }) => others)
    }
  }
  return (
    <SwitchList
      role={member.role}
      isOn={(name) => turned[name] ?? given[name] ?? false}
      onTurn={(name, isOn) => void turn(name, isOn)}
    />
  )
}
