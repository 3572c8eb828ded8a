import { grouped } from '#domain/grouped.ts'
import { REPORT_REASONS } from '#domain/page-report.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import './audit-log.css'
import { isRefusal, messageOf } from '../ui/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { dateOf } from './numbers.ts'
import { reportsQuery, type Report, useLoaded } from './queries.ts'
import { NotLoaded } from '../ui/loading/not-loaded.tsx'
import { useDecided } from './frame.tsx'
import { adminApi } from './session.ts'
import { Suspension } from './suspend-dialog.tsx'

/** Of one page, before the others are asked for: the newest say what it is about. */
const FIRST = 3

/** The pages that visitors reported, each with its reports; shown only when one waits, or when nobody knows. */
export function PageReports() {
  const { data: reports = [], isFailed, reload } = useLoaded(reportsQuery())
  if (reports.length === 0 && !isFailed) return null
  const pages = grouped(reports, ({ business_id }) => business_id)
  return (
    <section className="card" aria-labelledby="reportes">
      <div className="card-h">
        <h2 className="h2" id="reportes">
          Páginas reportadas
        </h2>
      </div>
      {isFailed && <NotLoaded className="admin-missing" what="las páginas reportadas" onRetry={reload} />}
      <ul className="audit">
        {pages.map((of) => (
          <PageRow key={of[0]!.business_id} reports={of} />
        ))}
      </ul>
    </section>
  )
}

function PageRow({ reports }: { reports: Report[] }) {
  const { business_id, id: seen, business_name, slug, is_hidden } = reports[0]!
  const cache = useQueryClient()
  const noteDecided = useDecided()
  const { mutate, isPending } = useMutation({
    mutationFn: (outcome: 'dismissed' | 'acted') =>
      adminApi.post('/api/admin/businesses/:id/reports', {
        params: { id: business_id },
        body: { outcome, seen },
      }),
    onSuccess(_, outcome) {
      toast.success(outcome === 'acted' ? 'Página suspendida' : 'Reportes descartados', FOUR_SECONDS)
      setAsking(false)
      noteDecided()
      void cache.invalidateQueries()
    },
    onError(error) {
      toast.error(messageOf(error), FOUR_SECONDS)
      setAsking(false)
      // Others came, or another administrator was faster: the list is what is there now.
      if (isRefusal(error)) void cache.invalidateQueries()
    },
  })
  const [isAsking, setAsking] = useState(false)
  const decide = (outcome: 'dismissed' | 'acted') => isPending || mutate(outcome)
  const [isWhole, setWhole] = useState(false)
  return (
    <li>
      <div>
        <Link className="link" to={`/admin/businesses/${business_id}`}>
          <b>{business_name}</b>
        </Link>
        <small>
          /negocio/{slug}
          {is_hidden && ' · oculta hasta que decidas'}
        </small>
        {reports.slice(0, isWhole ? undefined : FIRST).map(({ id, reason, details, email, at }) => (
          <small key={id}>
            {dateOf(at)}: {REPORT_REASONS[reason]}
            {details && `. «${details}»`}
            {email && ` (${email})`}
          </small>
        ))}
        {reports.length > FIRST && (
          <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Ver menos' : `Ver los ${reports.length} reportes`}
            <span className="sr"> de {business_name}</span>
          </button>
        )}
      </div>
      <span className="name-acts">
        <button
          type="button"
          className="btn btn-2 btn-sm"
          aria-disabled={isPending}
          onClick={() => decide('dismissed')}
        >
          {is_hidden ? 'Mostrar de nuevo' : 'Descartar'}
          <span className="sr"> {business_name}</span>
        </button>
        <button
          type="button"
          className="btn btn-danger btn-sm"
          aria-disabled={isPending}
          onClick={() => isPending || setAsking(true)}
        >
          Suspender<span className="sr"> {business_name}</span>
        </button>
      </span>
      {isAsking && (
        <ConfirmDialog
          type="danger"
          title="Suspender negocio"
          confirmText="Suspender"
          busy={isPending && 'Suspendiendo...'}
          onConfirm={() => decide('acted')}
          onCancel={() => setAsking(false)}
        >
          <p>
            <Suspension of={business_name} />
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
