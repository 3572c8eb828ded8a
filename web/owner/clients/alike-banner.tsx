import { counted } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { users } from '../../ui/icons.ts'
import { duplicatesQuery } from '../data/clients.ts'
import { Link } from '../parts/link.tsx'

const MINUTE = 60_000
/** So long the list waits for it: what came above a list that stands already would move it. */
const AWAITED_MS = 400

export const alikeQuery = () => ({ ...duplicatesQuery({ limit: 1, offset: 0 }), staleTime: MINUTE })

/** How many cards may be of one person, and whether the list is to wait for the answer. */
export function useAlike(isOn: boolean) {
  const { data, isPending } = useQuery({ ...alikeQuery(), enabled: isOn })
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), AWAITED_MS)
    return () => clearTimeout(timer)
  }, [])
  return { cards: data?.cards ?? 0, isAwaited: isOn && isPending && !isLate }
}

/** Says how many cards may be of one person. */
export const AlikeBanner = ({ cards }: { cards: number }) => (
  <div className="banner banner-info cli-alike">
    <Icon d={users} />
    <p>
      <b>{counted(cards, 'ficha parece repetida', 'fichas parecen repetidas')}.</b>
      <span className="only-d"> Únelas para que cada cliente tenga una sola historia.</span>
    </p>
    <Link className="btn" to="/dashboard/clients/duplicates">
      Revisar
    </Link>
  </div>
)
