/** @jsxImportSource #emails */
import {
  agendaUrl,
  Before,
  beforeText,
  ForOwner,
  OwnerFooter,
  ownerText,
  WaysToClient,
} from './appointment-parts.tsx'
import { Button, Header, mailDocument } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { ChangedOwner, Email } from './types.ts'
import { appointmentSubject, dateOf, lines, timesOf } from './words.ts'

/** To the owner: a client's appointment has a new time or another professional. */
export const movedOwner = (data: ChangedOwner): Email => mail(data, 'Cita reprogramada', 'reprogramó')

/** To the owner: something else about a client's appointment changed. */
export const editedOwner = (data: ChangedOwner): Email => mail(data, 'Cita actualizada', 'actualizó')

function mail(data: ChangedOwner, title: string, did: string): Email {
  return {
    subject: appointmentSubject(title, data, data.client.client_name),
    html: html(data, title, did),
    text: lines(
      `${title} en ${data.business.business_name}`,
      '',
      `${data.client.client_name} ${did} su cita.`,
      '',
      ...ownerText(data, beforeText(data)),
      '',
      'Ver en mi agenda:',
      agendaUrl(data),
      '',
      'Reservas con enpunto',
    ),
  }
}

function html(data: ChangedOwner, title: string, did: string): string {
  const { appointment, business, client } = data
  return mailDocument({
    title,
    preheader: `${appointment.service_name} con ${appointment.professional_name}. ${dateOf(data)}, ${timesOf(data)}.`,
    brand: ENPUNTO,
    header: (
      <Header brand={ENPUNTO} name={business.business_name} title={title}>
        {client.client_name} {did} su cita.
      </Header>
    ),
    children: (
      <>
        <ForOwner data={data}>
          <Before data={data} />
        </ForOwner>
        <Button href={agendaUrl(data)} brand={ENPUNTO}>
          Ver en mi agenda
        </Button>
        <WaysToClient data={data} />
      </>
    ),
    footer: <OwnerFooter data={data} />,
  })
}
