import type { ReturningClient } from '#domain/api/calls/remembered.ts'
import type { FormEvent } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { alert, idCard, mail, user, wifiOff } from '../../ui/icons.ts'
import '../../ui/banner.css'
import { searchOf } from '../business/address.ts'
import { legalSearch } from './client/legal-search.ts'
import { ContactLine } from '../business/contact.tsx'
import type { Business } from '../business/types.ts'
import { ClientFields } from './client/client-fields.tsx'
import { NextBar } from './next-bar.tsx'
import { Fact, minutesIn, Price, priceIn, sure, When } from './ticket.tsx'
import { Zone } from './zone.tsx'
import type { Booking } from './use-booking.ts'

/**
 * Step 3: a summary of the appointment, and the button that books it. Of one in doubt, service or professional may not be
 * offered any more: what became of it can still be asked.
 */
export function ConfirmStep({ booking }: { booking: Booking }) {
  const { data, choice, client, service, terms, professional, today, sending, idempotencyKey, failure } =
    booking
  const { policy } = data.business
  const isBusy = sending.state !== 'idle'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) booking.confirm()
  }

  return (
    <form method="post" action={searchOf(choice, 'confirmar')} onSubmit={submit}>
      <ClientFields client={client} />
      <input type="hidden" name="business_id" value={data.business.id} />
      <input type="hidden" name="policy" value={policy} />
      <input type="hidden" name="key" value={idempotencyKey ?? ''} />
      {booking.isSent && <input type="hidden" name="sent" value="1" />}
      <div aria-live="assertive">
        {sending.state === 'lost' && <Lost business={data.business} onRetry={sending.retryNow} />}
      </div>
      {failure && (
        <p className="banner banner-danger" role="alert">
          <Icon d={alert} />
          <span>
            {failure}
            {/[\p{L}\d)»]$/u.test(failure) && '.'} <ContactLine business={data.business} />
          </span>
        </p>
      )}
      <section className="ticket" aria-label="Resumen de tu cita">
        <div className="ticket-top">
          <When
            date={choice.date!}
            time={choice.time}
            minutes={terms && sure(terms)}
            today={today.date}
            isLong
          />
          <Zone business={data.business} choice={choice} today={today} />
        </div>
        <div className="ticket-body">
          <dl className="facts">
            {service && terms && (
              <Fact icon={service.icon} term="Servicio">
                <span>{terms.service_name}</span> · {minutesIn(terms)}
              </Fact>
            )}
            {professional && (
              <Fact icon={user} term="Profesional">
                {professional.professional_name}
              </Fact>
            )}
            <Fact icon={idCard} term="A nombre de">
              {client.known?.first_name ?? client.client_name}
            </Fact>
            <Fact icon={mail} term="Confirmación a">
              {client.known
                ? toldAsEver(client.known)
                : client.client_email || (client.whatsapp_consent ? 'Tu WhatsApp' : 'Sin avisos')}
            </Fact>
          </dl>
          <hr className="div" />
          {terms && <Price {...priceIn(terms)} currency={data.business.currency} />}
          {!isBusy && (
            <a
              className="link change"
              href={searchOf(choice)}
              onClick={(event) => {
                event.preventDefault()
                booking.toStart()
              }}
            >
              Modificar
            </a>
          )}
        </div>
      </section>
      {terms?.price_kind === 'from' && (
        <p className="note">*Precios de referencia. Sujeto a cambios según personalizaciones del servicio.</p>
      )}
      <p className="note">
        Al confirmar aceptas los{' '}
        <a className="link" href={legalSearch(searchOf(choice), 'terminos', policy)} target="_blank">
          Términos y Condiciones
        </a>{' '}
        y la{' '}
        <a className="link" href={legalSearch(searchOf(choice), 'datos', policy)} target="_blank">
          Política de Tratamiento de Datos
        </a>
        .
      </p>
      <NextBar onBack={booking.back} intent="confirmar" isBusy={isBusy}>
        {isBusy ? 'Confirmando...' : 'Confirmar Cita'}
      </NextBar>
    </form>
  )
}

/** Whoever holds the phone need not be the client: where it goes is not said. */
const toldAsEver = ({ has_email }: ReturningClient) =>
  has_email ? 'Tu correo de siempre' : 'Como la última vez'

const Lost = ({ business, onRetry }: { business: Business; onRetry: () => void }) => (
  <div className="banner banner-warn lost">
    <Icon d={wifiOff} />
    <span>
      Se cortó la conexión. Estamos comprobando si tu cita quedó agendada… No cierres esta página: aunque lo
      intentemos varias veces, se agenda una sola vez. <ContactLine business={business} />
    </span>
    <button type="button" className="btn btn-sm" onClick={onRetry}>
      Reintentar ahora
    </button>
  </div>
)
