import { switchesOf, type Role } from '#domain/permissions.ts'
import { useState } from 'react'
import { type Member, useMemberSwitch } from '../../data/team/team.ts'
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
export function MemberSwitches({ member: { user_id, role, switches } }: { member: Member }) {
  const { mutateAsync: send } = useMemberSwitch()
  // React sets a box back at once when nothing has changed by then, and the list changes a moment after the click.
  const [turned, setTurned] = useState<Record<string, boolean>>({})
  async function turn(name: string, isOn: boolean) {
    setTurned((before) => ({ ...before, [name]: isOn }))
    // What failed is told, and taken back in the list.
    await send({ user_id, name, isOn }).catch(() => {})
    setTurned(({ [name]: last, ...others }) =>
      last === undefined || last === isOn ? others : { ...others, [name]: last },
    )
  }
  return (
    <SwitchList
      role={role}
      isOn={(name) => turned[name] ?? switches[name] ?? false}
      onTurn={(name, isOn) => void turn(name, isOn)}
    />
  )
}
