import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { ownerApi } from '../../../account/session.ts'

export interface Client {
  client_name: string
  client_phone: string
  client_email: string
  client_id: string | null
}

const DEBOUNCE_MS = 200
const FEWEST_CHARACTERS = 2

/**
 * Earlier clients that fit what is typed into a field, as a list under it: the arrows walk through it, Enter takes
 * one, Escape closes it.
 */
export function useSuggestions(onPick: (client: Client) => void) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [clients, setClients] = useState<Client[]>([])
  const [active, setActive] = useState(-1)
  const isOpen = clients.length > 0

  useEffect(() => {
    if (typed.trim().length < FEWEST_CHARACTERS) return setClients([])
    let isGone = false
    const timer = setTimeout(() => {
      const query = `/api/appointments/clients?q=${encodeURIComponent(typed.trim())}`
      ownerApi.get<{ clients: Client[] }>(query).then(
        ({ clients }) => {
          if (isGone) return
          setClients(clients)
          setActive(-1)
        },
        // It only helps; without it one types on.
        () => {},
      )
    }, DEBOUNCE_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [typed])

  function close() {
    setTyped('')
    setClients([])
    setActive(-1)
  }

  function pick(client: Client) {
    close()
    onPick(client)
  }

  function press(event: KeyboardEvent) {
    if (!isOpen) return
    const last = clients.length - 1
    if (event.key === 'ArrowDown') setActive(active === last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter' && active >= 0) pick(clients[active]!)
    else if (event.key === 'Escape') close()
    else return
    // Neither the form nor the window around it is meant.
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    id,
    clients,
    active,
    pick,
    close,
    typed: setTyped,
    /** What makes an input the box of the list. */
    box: {
      role: 'combobox' as const,
      autoComplete: 'off',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isOpen,
      ...(isOpen && { 'aria-controls': id }),
      ...(active >= 0 && isOpen && { 'aria-activedescendant': `${id}-${active}` }),
      onKeyDown: press,
      // A press on the list comes before it is gone.
      onBlur: () => setTimeout(close, 150),
    },
  }
}

export type Suggestions = ReturnType<typeof useSuggestions>
