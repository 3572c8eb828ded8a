/** @jsxImportSource #emails */
import { mailtoOf } from '#domain/mailto.ts'
import { durationText } from '#domain/dates.ts'
import { whatsappUrl } from '#domain/contact.ts'
import { ownPrice } from '#domain/money.ts'
import { shownPhone } from '#domain/phone.ts'
import { telUrl } from './links.ts'
import { OwnerFooter, priceLabel, WaysToClient } from './appointment-parts.tsx'
import { Button, Header, Link, mailDocument, Price, Row, Tear, When } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { BookedOwner, Email, EmailAppointment } from './types.ts'
import { appointmentSubject, dateOf, lines, timesOf } from './words.ts'

/** To the owner, when a client has booked. */
export function bookedOwner(data: BookedOwner): Email {
  return {
    subject: appointmentSubject('Nueva cita', data, data.client.client_name),
    html: html(data),
    text: plain(data),
  }
}

const agendaUrl = ({ public_url }: BookedOwner) => `${public_url}/dashboard/appointments`

function html(data: BookedOwner): string {
  const { appointment, business, client } = data
  return mailDocument({
    title: 'Nueva cita',
    preheader: `${appointment.service_name} con ${appointment.professional_name}. ${dateOf(data)}, ${timesOf(data)}.`,
    brand: ENPUNTO,
    header: (
      <Header brand={ENPUNTO} name={business.business_name} title="Nueva cita">
        {client.client_name} reservó {appointment.service_name}.
      </Header>
    ),
    children: (
      <>
        <When date={appointment.appointment_date} times={timesOf(data)} day={dateOf(data)} brand={ENPUNTO} />
        <Tear />
        <Row label="Servicio">
          {appointment.service_name} · {durationText(appointment.duration_minutes)}
        </Row>
        <Row label="Profesional">{appointment.professional_name}</Row>
        <Row label="Cliente">{client.client_name}</Row>
        {client.client_phone && (
          <Row label="Celular">
            <Link href={telUrl(client.client_phone)} brand={ENPUNTO}>
              {shownPhone(client.client_phone)}
            </Link>
          </Row>
        )}
        {client.client_email && (
          <Row label="Correo">
            <Link href={mailtoOf(client.client_email)} brand={ENPUNTO}>
              {client.client_email}
            </Link>
          </Row>
        )}
        {client.client_id && <Row label="Cédula">{client.client_id}</Row>}
        {appointment.notes && (
          <Row label="Notas">
            <span style={{ whiteSpace: 'pre-line' }}>{appointment.notes}</span>
          </Row>
        )}
        {isPriced(appointment) && (
          <Price label={priceLabel(appointment.price_kind)}>
            {ownPrice(appointment.price, business.currency, appointment.price_kind ?? 'from')}
          </Price>
        )}
        <Button href={agendaUrl(data)} brand={ENPUNTO}>
          Ver en mi agenda
        </Button>
        <WaysToClient data={data} />
      </>
    ),
    footer: <OwnerFooter data={data} />,
  })
}

function plain(data: BookedOwner): string {
  const { appointment, business, client } = data
  const whatsapp = whatsappUrl(client.client_phone)
  return lines(
    `Nueva cita en ${business.business_name}`,
    '',
    `Fecha: ${dateOf(data)}`,
    `Hora: ${timesOf(data)}`,
    `Servicio: ${appointment.service_name} (${durationText(appointment.duration_minutes)})`,
    `Profesional: ${appointment.professional_name}`,
    isPriced(appointment) &&
      `${priceLabel(appointment.price_kind)}: ${ownPrice(appointment.price, business.currency, appointment.price_kind ?? 'from')}`,
    '',
    `Cliente: ${client.client_name}`,
    client.client_phone !== '' && `Celular: ${shownPhone(client.client_phone)}`,
    whatsapp && `WhatsApp: ${whatsapp}`,
    client.client_email !== null && `Correo: ${client.client_email}`,
    client.client_id ? `Cédula: ${client.client_id}` : undefined,
    appointment.notes ? `Notas: ${appointment.notes}` : undefined,
    '',
    'Ver en mi agenda:',
    agendaUrl(data),
    '',
    'Reservas con enpunto',
  )
}

const isPriced = ({ price, price_kind }: EmailAppointment) => price > 0 || price_kind === 'ask'
