/** @jsxImportSource #emails */
import { durationText } from '#domain/dates.ts'
import { brandVars } from '#domain/colour.ts'
import { fromPrice } from '#domain/money.ts'
import { shownPhone } from '#domain/phone.ts'
import { priceLabel } from './appointment-parts.tsx'
import { businessWhatsapp, directionsUrl, placeOf, telUrl } from './links.ts'
import {
  Button,
  Choices,
  Footer,
  Header,
  Link,
  mailDocument,
  Note,
  Price,
  Row,
  Small,
  Tear,
  When,
} from './parts.tsx'
import type { BookedClient, Email } from './types.ts'
import { clientSubject, clientTimesOf, dateOf, firstName, lines, PRICE_NOTE, sentence } from './words.ts'

/** To the client, right after booking. */
export function bookedClient(data: BookedClient): Email {
  return {
    subject: clientSubject('Cita confirmada', data),
    html: html(data),
    text: plain(data),
  }
}

/** A price that says something. */
function priceOf({ appointment: { price, price_kind }, business }: BookedClient) {
  return (price > 0 || price_kind === 'ask') && fromPrice(price, business.currency, price_kind)
}

const isFrom = ({ appointment: { price_kind = 'from' } }: BookedClient) => price_kind === 'from'

function html(data: BookedClient): string {
  const { appointment, business, client, portal_url, public_url } = data
  const brand = brandVars(business.brand_color, business.brand_color_secondary)
  const directions = directionsUrl(business)
  const whatsapp = businessWhatsapp(business)
  const price = priceOf(data)
  return mailDocument({
    title: 'Cita confirmada',
    preheader: `${dateOf(data)}, ${clientTimesOf(data)}, con ${appointment.professional_name}.`,
    brand,
    header: (
      <Header brand={brand} name={business.business_name} logo={business.logo_url} title="¡Cita Confirmada!">
        Hola, {firstName(client.client_name)}: te esperamos. Guarda este correo, aquí está todo lo de tu cita.
      </Header>
    ),
    children: (
      <>
        <When
          date={appointment.appointment_date}
          times={clientTimesOf(data)}
          day={dateOf(data)}
          brand={brand}
        />
        <Tear />
        <Row label="Servicio">
          {appointment.service_name} · {durationText(appointment.duration_minutes)}
        </Row>
        <Row label="Profesional">{appointment.professional_name}</Row>
        <Row label="A nombre de">{client.client_name}</Row>
        {placeOf(business) && <Row label="Dirección">{placeOf(business)}</Row>}
        {business.is_virtual && <Row label="Lugar">Cita virtual</Row>}
        {price && (
          <>
            <Price label={priceLabel(appointment.price_kind)}>{price}</Price>
            {isFrom(data) && <Small>{PRICE_NOTE}</Small>}
          </>
        )}
        <Button href={portal_url} brand={brand}>
          Ver, mover o cancelar mi cita
        </Button>
        <Choices
          links={[
            directions ? { href: directions, label: 'Cómo llegar' } : undefined,
            whatsapp
              ? { href: whatsapp, label: 'WhatsApp' }
              : { href: telUrl(business.phone), label: 'Llamar' },
          ]}
        />
        <Note>
          Abre el archivo adjunto <b>cita.ics</b> para guardarla en tu calendario. ¿Tienes preguntas? Responde
          este correo o llama a {business.business_name} al{' '}
          <Link href={telUrl(business.phone)} brand={brand}>
            {shownPhone(business.phone)}
          </Link>
          .
        </Note>
      </>
    ),
    footer: (
      <Footer href={public_url}>
        Recibes este correo porque reservaste en {business.business_name} con {client.client_email}. Sus
        enlaces abren tus citas sin contraseña: no lo reenvíes.
      </Footer>
    ),
  })
}

function plain(data: BookedClient): string {
  const { appointment, business, client, portal_url } = data
  const place = placeOf(business)
  const directions = directionsUrl(business)
  const whatsapp = businessWhatsapp(business)
  const price = priceOf(data)
  return lines(
    '¡Cita Confirmada!',
    '',
    sentence(`Hola, ${firstName(client.client_name)}: te esperamos en ${business.business_name}`),
    '',
    `Fecha: ${dateOf(data)}`,
    `Hora: ${clientTimesOf(data)}`,
    `Servicio: ${appointment.service_name} (${durationText(appointment.duration_minutes)})`,
    `Profesional: ${appointment.professional_name}`,
    `A nombre de: ${client.client_name}`,
    place && `Dirección: ${place}`,
    business.is_virtual && 'Lugar: cita virtual',
    price && `${priceLabel(appointment.price_kind)}: ${price}`,
    '',
    'Ver, mover o cancelar mi cita:',
    portal_url,
    directions && '',
    directions && 'Cómo llegar:',
    directions,
    '',
    `Teléfono: ${shownPhone(business.phone)}`,
    whatsapp && `WhatsApp: ${whatsapp}`,
    '',
    'Abre el archivo adjunto cita.ics para guardarla en tu calendario.',
    price && isFrom(data) && PRICE_NOTE,
    '',
    `Recibes este correo porque reservaste en ${business.business_name} con ${client.client_email}.`,
    'Sus enlaces abren tus citas sin contraseña: no lo reenvíes.',
    '',
    'Reservas con enpunto',
  )
}
