import { counted } from '#domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { users } from '../../ui/icons.ts'
import { duplicatesQuery } from '../data/clients.ts'
import { Link } from '../parts/link.tsx'

const MINUTE = 60_000

/** Says how many cards may be of one person; nothing while there are none. */
export function AlikeBanner() {
  const { data } = useQuery({ ...duplicatesQuery({ limit: 1, offset: 0 }), staleTime: MINUTE })
  if (!data || data.cards === 0) return null
  return (
    <div className="banner banner-info cli-alike">
      <Icon d={users} />
      <p>
        <b>{counted(data.cards, 'ficha parece repetida', 'fichas parecen repetidas')}.</b>
        <span className="only-d"> Únelas para que cada cliente tenga una sola historia.</span>
      </p>
      <Link className="btn" to="/dashboard/clients/duplicates">
        Revisar
      </Link>
    </div>
  )
}
