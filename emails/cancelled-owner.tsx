/** @jsxImportSource #emails */
import { agendaUrl, ForOwner, OwnerFooter, ownerText, WaysToClient } from './appointment-parts.tsx'
import { Button, Header, mailDocument, Row } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { ChangedOwner, Email } from './types.ts'
import { appointmentSubject, dateOf, lines, timesOf } from './words.ts'

/** To the owner: a client cancelled, and the time is free again. */
export function cancelledOwner(data: ChangedOwner): Email {
  return {
    subject: appointmentSubject('Cita cancelada', data, data.client.client_name),
    html: html(data),
    text: lines(
      `Cita cancelada en ${data.business.business_name}`,
      '',
      `${data.client.client_name} canceló su cita. Esa hora vuelve a estar libre.`,
      '',
      ...ownerText(data),
      data.reason ? `Motivo: ${data.reason}` : undefined,
      '',
      'Ver en mi agenda:',
      agendaUrl(data),
      '',
      'Reservas con enpunto',
    ),
  }
}

function html(data: ChangedOwner): string {
  const { appointment, business, client, reason } = data
  return mailDocument({
    title: 'Cita cancelada',
    preheader: `${appointment.service_name} con ${appointment.professional_name}. ${dateOf(data)}, ${timesOf(data)}.`,
    brand: ENPUNTO,
    header: (
      <Header brand={ENPUNTO} name={business.business_name} title="Cita cancelada">
        {client.client_name} canceló su cita. Esa hora vuelve a estar libre.
      </Header>
    ),
    children: (
      <>
        <ForOwner data={data} />
        {reason && (
          <Row label="Motivo">
            <span style={{ whiteSpace: 'pre-line' }}>{reason}</span>
          </Row>
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
