import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { EarlierClient } from '../../data/appointments.ts'
import { knownClientsQuery } from '../../data/clients.ts'
import { useDebounced } from '../../parts/use-debounced.ts'
import { isMaskedClient } from './values.ts'

const DEBOUNCE_MS = 200
const MIN_CHARACTERS = 2
/** As the list of clients knows them. */
export type KnownClient = EarlierClient & { no_shows: number; alert: string | null }
const NONE: KnownClient[] = []

/**
 * Suggests earlier clients below a field, by the typed text: the arrow keys select, Enter takes one, Escape
 * closes the list.
 * @param takesMasked whether a client without visible contacts can be taken: of a booked appointment the card says nothing.
 */
export function useSuggestions(onPick: (client: KnownClient) => void, takesMasked: boolean) {
  const id = useId()
  const [typed, setTyped] = useState('')
  // By its card: the answer to the last letter, which comes later, keeps what was selected meanwhile.
  const [selected, setSelected] = useState<number>()
  const words = useDebounced(typed.trim(), DEBOUNCE_MS)
  const isAsked = Math.min(typed.trim().length, words.length) >= MIN_CHARACTERS
  // Suggestions are optional, so a failure is not shown.
  // The list stays while the next letter's is on its way: a key pressed meanwhile would be lost.
  const { data } = useQuery({
    ...knownClientsQuery(words),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const found = isAsked && data ? data : NONE
  const clients = takesMasked ? found : found.filter((client) => !isMaskedClient(client))
  const active = clients.findIndex((client) => client.id === selected)
  const setActive = (next: number) => setSelected(clients[next]?.id)
  const isOpen = clients.length > 0
  // What is typed at once after a choice is not closed by the field's having been left for it.
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  function type(text: string) {
    clearTimeout(closing.current)
    setTyped(text)
    setSelected(undefined)
  }
  const close = () => type('')

  function pick(client: KnownClient) {
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
    // The key must not reach the form or its dialog.
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    id,
    clients,
    active,
    pick,
    close,
    type,
    /** Attributes that make an input the combobox of the list. */
    box: {
      role: 'combobox' as const,
      autoComplete: 'off',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isOpen,
      ...(isOpen && { 'aria-controls': id }),
      ...(active >= 0 && isOpen && { 'aria-activedescendant': `${id}-${active}` }),
      onKeyDown: press,
      // Delayed, so that a press on the list arrives before it closes.
      onBlur() {
        closing.current = setTimeout(close, 150)
      },
    },
  }
}

export type Suggestions = ReturnType<typeof useSuggestions>
