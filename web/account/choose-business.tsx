import { ROLE_LABELS } from '#domain/team.ts'
import { useState } from 'react'
import { messageOf } from '../ui/api.ts'
import { Avatar } from '../ui/avatar.tsx'
import { toast } from '../ui/toast.tsx'
import type { Access } from './stored.ts'
import { AccountScreen } from './screen.tsx'

interface Props {
  businesses: Access['businesses']
  /** Enters the chosen one. */
  onChoose: (id: number) => Promise<void>
}

/** Asks a person of several businesses which one to enter. */
export function ChooseBusiness({ businesses, onChoose }: Props) {
  const [entering, setEntering] = useState<number>()
  async function choose(id: number) {
    if (entering !== undefined) return
    setEntering(id)
    try {
      await onChoose(id)
    } catch (failure) {
      setEntering(undefined)
      toast.error(messageOf(failure, 'No pudimos abrir ese negocio'))
    }
  }
  return (
    <AccountScreen
      title="¿Cuál negocio?"
      text="Entras a uno a la vez. Después cambias desde el menú."
      onlyOut
      hasNews
    >
      <ul className="choose-business">
        {businesses.map(({ id, business_name, logo_url, role }) => (
          <li key={id}>
            <button type="button" aria-disabled={entering !== undefined} onClick={() => void choose(id)}>
              <Avatar name={business_name} src={logo_url} />
              <span>
                <b>{business_name}</b>
                <small className="muted">{entering === id ? 'Entrando...' : ROLE_LABELS[role]}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </AccountScreen>
  )
}
