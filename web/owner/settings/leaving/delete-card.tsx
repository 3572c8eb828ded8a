import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onDemand } from '../../../ui/loading/on-demand.tsx'
import { may, useSession } from '../../../account/session.ts'
import { deletionQuery } from '../../data/leaving/deletion.ts'

const DeleteDialog = onDemand(
  () => import('./delete-dialog.tsx'),
  (file) => file.DeleteDialog,
)

/** Where the owner deletes the business: at the end of the last tab, where nobody comes by accident. */
export function DeleteCard() {
  const business = useSession().business!
  return may(business, 'business:delete') ? <Card name={business.business_name} /> : null
}

function Card({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(deletionQuery())
  return (
    <section className="card pad set-card set-main" aria-labelledby="delete-title">
      <div>
        <h2 className="h2" id="delete-title">
          Eliminar el negocio
        </h2>
        <p className="small muted">
          Tu página se apaga de inmediato y tus citas por venir se cancelan con aviso. Tienes 30 días para
          arrepentirte; después borramos todo.
        </p>
      </div>
      {data?.deletion ? (
        <p className="small">Ya lo pediste. Arriba ves hasta cuándo puedes recuperarlo.</p>
      ) : (
        <div className="row wrap set-acts">
          <button
            type="button"
            className="btn btn-2"
            aria-haspopup="dialog"
            aria-disabled={!data}
            onClick={() => data && setOpen(true)}
          >
            Eliminar mi negocio
          </button>
        </div>
      )}
      {isOpen && data && <DeleteDialog name={name} upcoming={data.upcoming} onClose={() => setOpen(false)} />}
    </section>
  )
}
