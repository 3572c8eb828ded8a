import { useRef, useState } from 'react'
import { may, type SessionBusiness } from '../../../account/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { users } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast.tsx'
import { unmergeClients, type WholeClient } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'
import { newKey } from '../../parts/key.ts'
import { Link } from '../../parts/link.tsx'
import { dayText } from '../visit-text.ts'

/** Another card of the same person, and what became part of this one; the last merge can be taken back. */
export function CardMerges({ client, business }: { client: WholeClient; business: SessionBusiness }) {
  const [isBusy, setBusy] = useState(false)
  const key = useRef(newKey())
  if (!may(business, 'clients:merge')) return null
  async function undo(id: number) {
    if (isBusy) return
    setBusy(true)
    await unmergeClients(id, key.current).then(
      () => toast.success('Las fichas están separadas otra vez'),
      (error: unknown) => toast.error(failureText(error, 'Error al deshacer la unión')),
    )
    key.current = newKey()
    setBusy(false)
  }
  return (
    <div className="cli-block">
      {client.merges.map(({ id, at, merged_by, names }, i) => (
        <p key={id} className="small">
          {merged_by ?? 'Alguien'} unió a esta ficha la de {names.join(', ')} el{' '}
          {dayText(at, business.timezone)}.{' '}
          {i === 0 && (
            <button type="button" className="link" aria-disabled={isBusy} onClick={() => void undo(id)}>
              Deshacer unión
            </button>
          )}
        </p>
      ))}
      <Link className="btn btn-2" to={`/dashboard/clients/duplicates?ficha=${client.id}`}>
        <Icon d={users} />
        Unir con otra ficha
      </Link>
    </div>
  )
}
