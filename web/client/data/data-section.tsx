import { DATA_REQUESTS } from '#domain/data-request.ts'
import { longDate, nowIn } from '#domain/dates.ts'
import { useState } from 'react'
import { onDemand } from '../../ui/loading/on-demand.tsx'
import type { Appointment, AskedRequest, PortalData } from '../portal-data.ts'
import type { Portal } from '../use-portal.ts'
import { AdvertisingBox } from './advertising.tsx'
import { CopyButton } from './copy-button.tsx'
import './data.css'

const RequestDialog = onDemand(
  () => import('./request-dialog.tsx'),
  (file) => file.default,
)

/** 'Tus datos': what a client asks of their data, of each business, and what was answered. */
export function DataSection({ portal, data }: { portal: Portal; data: PortalData }) {
  const { appointments, data_requests } = portal.opened!
  const [isAsking, setAsking] = useState(false)
  // The newest of each business: by it the client is known there.
  const places = [
    ...new Map([...appointments].reverse().map((one) => [one.business_id, one])).values(),
  ].reverse()
  return (
    <section className="portal-data" aria-labelledby="tus-datos">
      <h2 id="tus-datos">Tus datos</h2>
      <p className="small muted">
        Puedes pedir que te digan qué datos tuyos guardan, que los corrijan o los borren, o retirar tu
        autorización. Es gratis.
      </p>
      {data_requests.length > 0 && (
        <ul className="data-requests">
          {data_requests.map((request) => (
            <Asked key={`${request.business_id} ${request.id}`} request={request} places={places} />
          ))}
        </ul>
      )}
      <div className="data-acts">
        <button type="button" className="btn btn-2" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Hacer una solicitud
        </button>
        <CopyButton access={portal.opened!.access} />
        {places.map(({ business_id, business_slug, business_name, business_is_suspended }) =>
          business_is_suspended ? null : (
            <a
              key={business_id}
              className="link small"
              href={`/negocio/${business_slug}?ver=datos`}
              target="_blank"
            >
              Política de datos de {business_name}
            </a>
          ),
        )}
      </div>
      {places.map((place) => (
        <AdvertisingBox
          key={place.business_id}
          portal={portal}
          data={data}
          place={place}
          isNamed={places.length > 1}
        />
      ))}
      {isAsking && (
        <RequestDialog portal={portal} data={data} places={places} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}

function Asked({ request, places }: { request: AskedRequest; places: Appointment[] }) {
  const place = places.find(({ business_id }) => business_id === request.business_id)
  const dayOf = (instant: string) =>
    longDate(nowIn(place?.timezone ?? 'America/Bogota', Date.parse(instant)).date)
  const { label } = DATA_REQUESTS[request.kind]
  const isDone = request.outcome !== null
  return (
    <li className="card">
      <p>
        <b>{label}</b> {place && <span className="muted">en {place.business_name}</span>}
      </p>
      <p className="small muted">Pedido el {dayOf(request.received_at)}</p>
      {request.details && <p className="small data-words">{request.details}</p>}
      {isDone ? (
        <>
          <p className="small">
            {request.outcome === 'done' ? 'Respondida: hecho' : 'Respondida: no se hizo'}
            {request.answered_at && `, el ${dayOf(request.answered_at)}`}
          </p>
          {request.answer ? (
            <p className="small data-words">{request.answer}</p>
          ) : (
            <p className="small muted">La respuesta está en tu correo.</p>
          )}
        </>
      ) : (
        <>
          <p className="small">En trámite: te responden a más tardar el {longDate(request.due_date)}.</p>
          {request.extended_reason && <p className="small data-words">{request.extended_reason}</p>}
        </>
      )}
    </li>
  )
}
