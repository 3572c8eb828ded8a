/** @jsxImportSource #emails */
import { brandVars } from '#domain/colour.ts'
import { shownPhone } from '#domain/phone.ts'
import { ClientFooter, clientFooterText, clientText, ForClient } from './appointment-parts.tsx'
import { businessWhatsapp, telUrl } from './links.ts'
import { Button, Choices, Header, mailDocument, Note, Row } from './parts.tsx'
import type { CancelledClient, Email } from './types.ts'
import { clientSubject, clientTimesOf, dateOf, firstName, lines } from './words.ts'

/** To the client: the appointment was cancelled. */
export function cancelledClient(data: CancelledClient): Email {
  return {
    subject: clientSubject('Cita cancelada', data),
    html: html(data),
    text: plain(data),
  }
}

function newsOf({ actor, business, others = 0 }: CancelledClient): string {
  if (actor === 'client') return 'cancelaste tu cita. Cuando quieras, te esperamos con otra.'
  const more =
    others === 1 ? ' y otra más' : others > 1 ? ` y otras ${others} más, que ves en «Mis citas»` : ''
  return `${business.business_name} canceló tu cita${more}. Sentimos el cambio de planes.`
}

function html(data: CancelledClient): string {
  const { business, client, portal_url, page_url, reason } = data
  const whatsapp = businessWhatsapp(business)
  const brand = brandVars(business.brand_color, business.brand_color_secondary)
  return mailDocument({
    title: 'Cita cancelada',
    preheader: `Ya no es el ${dateOf(data).toLowerCase()}, ${clientTimesOf(data)}.`,
    brand,
    header: (
      <Header brand={brand} name={business.business_name} logo={business.logo_url} title="Cita cancelada">
        Hola, {firstName(client.client_name)}: {newsOf(data)}
      </Header>
    ),
    children: (
      <>
        <ForClient data={data} brand={brand} />
        {reason && (
          <Row label="Motivo">
            <span style={{ whiteSpace: 'pre-line' }}>{reason}</span>
          </Row>
        )}
        {page_url && (
          <Button href={page_url} brand={brand}>
            Reservar otra cita
          </Button>
        )}
        <Choices
          links={[
            { href: portal_url, label: 'Mis citas' },
            whatsapp
              ? { href: whatsapp, label: 'WhatsApp' }
              : { href: telUrl(business.phone), label: 'Llamar' },
          ]}
        />
        <Note>
          ¿La guardaste en tu calendario? Abre el archivo adjunto <b>cita.ics</b> para quitarla; si sigue ahí,
          bórrala tú.
        </Note>
      </>
    ),
    footer: <ClientFooter data={data} />,
  })
}

const plain = (data: CancelledClient): string =>
  lines(
    'Cita cancelada',
    '',
    `Hola, ${firstName(data.client.client_name)}: ${newsOf(data)}`,
    '',
    ...clientText(data),
    data.reason ? `Motivo: ${data.reason}` : undefined,
    '',
    ...(data.page_url ? ['Reservar otra cita:', data.page_url, ''] : []),
    'Mis citas:',
    data.portal_url,
    '',
    `Teléfono: ${shownPhone(data.business.phone)}`,
    '',
    '¿La guardaste en tu calendario? Abre el archivo adjunto cita.ics para quitarla; si sigue ahí, bórrala tú.',
    '',
    clientFooterText(data).trimEnd(),
  )
