import { DATA_REQUESTS, timeLeft } from '#domain/data-request.ts'
import { longDate, mediumDate, nowIn } from '#domain/dates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onDemand } from '../../../ui/loading/on-demand.tsx'
import { type DataRequest, requestsQuery } from '../../data/privacy/requests.ts'
import { useShown } from '../../data/use-shown.ts'
import { useOpenDraft } from '../../draft/use-draft.ts'
import { ANSWER_DRAFT, EXTENSION_DRAFT } from './drafts.ts'

const AnswerDialog = onDemand(
  () => import('./answer-dialog.tsx'),
  (file) => file.AnswerDialog,
)
const ExtendDialog = onDemand(
  () => import('./answer-dialog.tsx'),
  (file) => file.ExtendDialog,
)

interface Open {
  what: 'answer' | 'extend'
  request: DataRequest
}

/** 'Solicitudes de datos': the open ones with the days that are left, and what was answered. */
export function RequestsCard({ timezone }: { timezone: string }) {
  const state = useShown(requestsQuery('open'), 'Error cargando las solicitudes')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const isReady = state.status === 'ready'
  const openAgain = (what: Open['what']) => (row: number | undefined) => {
    const request = isReady && state.data.requests.find(({ id }) => id === row)
    if (request) setOpen({ what, request })
  }
  useOpenDraft(ANSWER_DRAFT, isReady, openAgain('answer'))
  useOpenDraft(EXTENSION_DRAFT, isReady, openAgain('extend'))
  return (
    <section className="card pad set-card set-main" aria-labelledby="requests-title">
      <div>
        <h2 className="h2" id="requests-title">
          Solicitudes de datos
        </h2>
        <p className="small muted">
          Lo que tus clientes piden sobre sus datos desde el portal. La ley te da 10 días hábiles para una
          consulta y 15 para lo demás.
        </p>
      </div>
      {state.status === 'loading' && (
        <p role="status">
          <span className="spinner" /> Cargando...
        </p>
      )}
      {state.status === 'failed' && (
        <button type="button" className="btn btn-2" onClick={state.retry}>
          Reintentar
        </button>
      )}
      {state.status === 'ready' &&
        (state.data.requests.length === 0 ? (
          <p className="small">No hay solicitudes por responder.</p>
        ) : (
          <ul className="data-rows">
            {state.data.requests.map((request) => (
              <OpenRow
                key={request.id}
                request={request}
                today={state.data.today}
                timezone={timezone}
                onOpen={(what) => setOpen({ what, request })}
              />
            ))}
          </ul>
        ))}
      <Answered timezone={timezone} />
      {open?.what === 'answer' && <AnswerDialog request={open.request} onClose={close} />}
      {open?.what === 'extend' && <ExtendDialog request={open.request} onClose={close} />}
    </section>
  )
}

interface RowProps {
  request: DataRequest
  today: string
  timezone: string
  onOpen: (what: Open['what']) => void
}

function OpenRow({ request, today, timezone, onOpen }: RowProps) {
  const { text, isUrgent } = timeLeft(today, request.due_date)
  const received = mediumDate(nowIn(timezone, Date.parse(request.received_at)).date)
  const named = `${DATA_REQUESTS[request.kind].label} de ${request.client_name}`
  return (
    <li>
      <p>
        <b>{DATA_REQUESTS[request.kind].label}</b> · {request.client_name}
      </p>
      <p className={isUrgent ? 'small data-urgent' : 'small muted'}>
        {text} · responder hasta el {mediumDate(request.due_date)}
        {request.is_extended && ' (ampliado)'}
      </p>
      <p className="small muted">
        Pedida el {received}
        {request.client_email && ` · ${request.client_email}`}
      </p>
      {request.details && <p className="small data-words">{request.details}</p>}
      <div className="row wrap set-acts">
        <button type="button" className="btn btn-sm" aria-haspopup="dialog" onClick={() => onOpen('answer')}>
          Responder<span className="sr">: {named}</span>
        </button>
        {!request.is_extended && request.due_date >= today && (
          <button
            type="button"
            className="btn btn-2 btn-sm"
            aria-haspopup="dialog"
            onClick={() => onOpen('extend')}
          >
            Pedir más tiempo<span className="sr">: {named}</span>
          </button>
        )}
      </div>
    </li>
  )
}

const PAGE = 20

/** Loaded when it is opened. */
function Answered({ timezone }: { timezone: string }) {
  const [isOpen, setOpen] = useState(false)
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    ...requestsQuery('answered', page),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  return (
    <details className="data-answered" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Respondidas</summary>
      {data && data.requests.length === 0 && <p className="small">Todavía no has respondido ninguna.</p>}
      {data && data.requests.length > 0 && (
        <ul className="data-rows">
          {data.requests.map((request) => (
            <li key={request.id}>
              <p>
                <b>{DATA_REQUESTS[request.kind].label}</b> · {request.client_name}
              </p>
              <p className="small muted">
                {request.outcome === 'done' ? 'Hecho' : 'No se hizo'}
                {request.answered_at &&
                  `, el ${longDate(nowIn(timezone, Date.parse(request.answered_at)).date)}`}
              </p>
              {request.answer && <p className="small data-words">{request.answer}</p>}
            </li>
          ))}
        </ul>
      )}
      {data && data.total > page * PAGE && (
        <button type="button" className="btn btn-2 btn-sm" onClick={() => setPage(page + 1)}>
          Ver anteriores
        </button>
      )}
      {page > 1 && (
        <button type="button" className="btn btn-2 btn-sm" onClick={() => setPage(page - 1)}>
          Ver más recientes
        </button>
      )}
    </details>
  )
}
