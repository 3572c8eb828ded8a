/** @jsxImportSource #emails */
import { brandVars } from '#domain/colour.ts'
import { amPm, daysBetween } from '#domain/dates.ts'
import { inZone } from '#domain/zone-name.ts'
import {
  ClientFooter,
  clientFooterText,
  clientText,
  ForClient,
  WaysToBusiness,
  waysText,
} from './appointment-parts.tsx'
import { Button, Header, mailDocument, Note } from './parts.tsx'
import type { Email, Reminder } from './types.ts'
import {
  clientSubject,
  clientTimesOf,
  dateOf,
  firstName,
  lines,
  isAbroad,
  sentence,
  zoneOf,
} from './words.ts'

/** To the client, 24 or 12 hours before the appointment, and two hours before. */
export function reminder(data: Reminder): Email {
  return {
    subject: clientSubject('Recordatorio', data),
    html: html(data),
    text: plain(data),
  }
}

function titleOf(data: Reminder): string {
  const { kind, appointment, today } = data
  const days = daysBetween(today, appointment.appointment_date)
  const time = inZone(amPm(appointment.appointment_time), zoneOf(data))
  if (kind === 'two_hours') return `Nos vemos pronto: ${time}`
  // Where another clock is read it may be another day.
  if (isAbroad(data)) return 'Recordatorio de tu cita'
  if (days === 0) return `Tu cita es hoy, ${time}`
  return days === 1 ? `Tu cita es mañana, ${time}` : 'Recordatorio de tu cita'
}

const PORTAL = 'Ver, mover o cancelar mi cita'
const CONFIRM = 'Confirmo que voy'
const THANKS = 'Ya nos confirmaste que vienes. ¡Gracias!'

function html(data: Reminder): string {
  const { appointment, business, client, portal_url, confirm_url, is_confirmed } = data
  const brand = brandVars(business.brand_color, business.brand_color_secondary)
  const portal = { href: portal_url, label: PORTAL }
  return mailDocument({
    title: titleOf(data),
    preheader: `${dateOf(data)}, ${clientTimesOf(data)}, con ${appointment.professional_name}.`,
    brand,
    header: (
      <Header brand={brand} name={business.business_name} logo={business.logo_url} title={titleOf(data)}>
        Hola, {firstName(client.client_name)}: te esperamos. {is_confirmed && THANKS}
      </Header>
    ),
    children: (
      <>
        <ForClient data={data} brand={brand} />
        {is_confirmed ? (
          <Button href={portal_url} brand={brand}>
            {PORTAL}
          </Button>
        ) : (
          <Button href={confirm_url} brand={brand}>
            {CONFIRM}
          </Button>
        )}
        <WaysToBusiness data={data} {...(!is_confirmed && { first: portal })} />
        <Note>¿No puedes ir? Avísanos moviendo o cancelando tu cita: otra persona podrá tomar esa hora.</Note>
      </>
    ),
    footer: <ClientFooter data={data} />,
  })
}

function plain(data: Reminder): string {
  const { business, client, portal_url, confirm_url, is_confirmed } = data
  return lines(
    titleOf(data),
    '',
    sentence(`Hola, ${firstName(client.client_name)}: te esperamos en ${business.business_name}`),
    is_confirmed && THANKS,
    '',
    ...clientText(data),
    '',
    !is_confirmed && `${CONFIRM}:`,
    !is_confirmed && confirm_url,
    !is_confirmed && '',
    `${PORTAL}:`,
    portal_url,
    ...waysText(data),
    '',
    '¿No puedes ir? Avísanos moviendo o cancelando tu cita: otra persona podrá tomar esa hora.',
    '',
    clientFooterText(data).trimEnd(),
  )
}
