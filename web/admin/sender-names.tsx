import { useMutation, useQueryClient } from '@tanstack/react-query'
import './audit-log.css'
import { isRefusal, messageOf } from '../ui/api.ts'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { dateOf } from './numbers.ts'
import { NotLoaded } from '../ui/loading/not-loaded.tsx'
import { namesQuery, useLoaded, type WaitingName } from './queries.ts'
import { useDecided } from './frame.tsx'
import { adminApi } from './session.ts'

/** Names that read like a bank's or an authority's; shown only when one waits, or when nobody knows. */
export function SenderNames() {
  const { data: names = [], isFailed, reload } = useLoaded(namesQuery())
  if (names.length === 0 && !isFailed) return null
  return (
    <section className="card" aria-labelledby="nombres">
      <div className="card-h">
        <h2 className="h2" id="nombres">
          Nombres por aprobar
        </h2>
      </div>
      {names.length > 0 && (
        <p className="audit-none muted">
          Se parecen al de un banco, una billetera o una entidad. Hasta que decidas, sus correos salen con el
          nombre de enpunto.
        </p>
      )}
      {isFailed && <NotLoaded className="admin-missing" what="los nombres por aprobar" onRetry={reload} />}
      <ul className="audit">
        {names.map((name) => (
          <NameRow key={`${name.id} ${name.business_name}`} name={name} />
        ))}
      </ul>
    </section>
  )
}

function NameRow({ name }: { name: WaitingName }) {
  const cache = useQueryClient()
  const noteDecided = useDecided()
  const { mutate, isPending } = useMutation({
    mutationFn: (is_approved: boolean) =>
      adminApi.post('/api/admin/businesses/:id/sender-name', {
        params: { id: name.id },
        body: { name: name.business_name, is_approved },
      }),
    onSuccess(_, is_approved) {
      toast.success(is_approved ? 'Nombre aprobado' : 'Nombre rechazado', FOUR_SECONDS)
      noteDecided()
      void cache.invalidateQueries()
    },
    onError(error) {
      toast.error(messageOf(error), FOUR_SECONDS)
      // Another administrator was faster, or it was changed: the list is what is there now.
      if (isRefusal(error)) void cache.invalidateQueries()
    },
  })
  const decide = (is_approved: boolean) => isPending || mutate(is_approved)
  return (
    <li>
      <div>
        <b>{name.business_name}</b>
        <small>
          {name.business_type} · {name.email} · desde el {dateOf(name.asked_at)}
        </small>
      </div>
      <span className="name-acts">
        <button
          type="button"
          className="btn btn-2 btn-sm"
          aria-disabled={isPending}
          onClick={() => decide(false)}
        >
          Rechazar<span className="sr"> {name.business_name}</span>
        </button>
        <button type="button" className="btn btn-sm" aria-disabled={isPending} onClick={() => decide(true)}>
          Aprobar<span className="sr"> {name.business_name}</span>
        </button>
      </span>
    </li>
  )
}
