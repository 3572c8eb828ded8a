import type { Service } from '#domain/api/service.ts'
import { firstName } from '#domain/people-names.ts'
import { usualService } from '#domain/usual-service.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { clientQuery } from '../../data/clients.ts'

interface Props {
  /** The card of who is known; undefined for anybody else. */
  card: number | undefined
  name: string
  services: readonly Service[]
  /** The chosen one's id as text; '' is none. */
  chosen: string
  onChoose: (id: string) => void
}

/** What a known client comes for: chosen at once where nothing else is, and one press away otherwise. */
export function UsualOf({ card, name, services, chosen, onChoose }: Props) {
  // An optional help: a failure is not shown.
  const { data } = useQuery({ ...clientQuery(card ?? 0), enabled: card !== undefined })
  const usual = data && card !== undefined ? usualService(data.history, services) : undefined
  const helped = useRef<number>(undefined)
  useEffect(() => {
    if (usual === undefined || helped.current === card) return
    helped.current = card
    if (chosen === '') onChoose(String(usual))
  }, [usual, card, chosen, onChoose])
  const service = services.find(({ id }) => id === usual)
  if (!service) return null
  const text = `${firstName(name)} suele pedir ${service.service_name}`
  return (
    <p className="hint now-usual" role="status">
      {text}
      {chosen !== String(service.id) && (
        <button type="button" className="link" onClick={() => onChoose(String(service.id))}>
          Elegirlo
        </button>
      )}
    </p>
  )
}
