/** @jsxImportSource #emails */
import { brandVars } from '#domain/colour.ts'
import {
  Before,
  beforeText,
  ClientFooter,
  clientFooterText,
  clientText,
  ForClient,
  WaysToBusiness,
  waysText,
} from './appointment-parts.tsx'
import { Button, Header, mailDocument, Note } from './parts.tsx'
import type { ChangedClient, Email } from './types.ts'
import { clientSubject, clientTimesOf, dateOf, firstName, lines, zoneOf } from './words.ts'

/** To the client: the appointment has a new time or another professional. */
export const movedClient = (data: ChangedClient): Email =>
  mail(data, {
    subject: 'Cita reprogramada',
    title: 'Tu cita cambió',
    news:
      data.actor === 'client'
        ? 'tu cambio quedó guardado. Así queda tu cita.'
        : `${data.business.business_name} reprogramó tu cita. Si no te sirve, muévela o cancélala desde este correo.`,
  })

/** To the client: something else about the appointment changed. */
export const editedClient = (data: ChangedClient): Email =>
  mail(data, {
    subject: 'Cita actualizada',
    title: 'Tu cita se actualizó',
    news:
      data.actor === 'client'
        ? 'tu cambio quedó guardado. Así queda tu cita.'
        : `${data.business.business_name} actualizó los datos de tu cita. Así queda.`,
  })

interface Words {
  subject: string
  title: string
  news: string
}

function mail(data: ChangedClient, words: Words): Email {
  return {
    subject: clientSubject(words.subject, data),
    html: html(data, words),
    text: plain(data, words),
  }
}

function html(data: ChangedClient, { title, news }: Words): string {
  const { appointment, business, client, portal_url } = data
  const brand = brandVars(business.brand_color, business.brand_color_secondary)
  return mailDocument({
    title,
    preheader: `${dateOf(data)}, ${clientTimesOf(data)}, con ${appointment.professional_name}.`,
    brand,
    header: (
      <Header brand={brand} name={business.business_name} logo={business.logo_url} title={title}>
        Hola, {firstName(client.client_name)}: {news}
      </Header>
    ),
    children: (
      <>
        <ForClient data={data} brand={brand}>
          <Before data={data} zone={zoneOf(data)} />
        </ForClient>
        <Button href={portal_url} brand={brand}>
          Ver, mover o cancelar mi cita
        </Button>
        <WaysToBusiness data={data} />
        <Note>
          ¿La guardaste en tu calendario? Abre el archivo adjunto <b>cita.ics</b> para actualizarla; si queda
          dos veces, borra la de antes. ¿Tienes preguntas? Responde este correo.
        </Note>
      </>
    ),
    footer: <ClientFooter data={data} />,
  })
}

const plain = (data: ChangedClient, { title, news }: Words): string =>
  lines(
    title,
    '',
    `Hola, ${firstName(data.client.client_name)}: ${news}`,
    '',
    ...clientText(data, beforeText(data, zoneOf(data))),
    '',
    'Ver, mover o cancelar mi cita:',
    data.portal_url,
    ...waysText(data),
    '',
    '¿La guardaste en tu calendario? Abre el archivo adjunto cita.ics para actualizarla;',
    'si queda dos veces, borra la de antes.',
    '',
    clientFooterText(data).trimEnd(),
  )
