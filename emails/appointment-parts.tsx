/** @jsxImportSource #emails */
/** Parts shared by the mails about an appointment. */
import { whatsappUrl } from '#domain/contact.ts'
import type { BrandVars } from '#domain/colour.ts'
import { amPmRange, longDate, durationText } from '#domain/dates.ts'
import { agreedPrice, type PriceKind } from '#domain/money.ts'
import { shownPhone } from '#domain/phone.ts'
import { inZone } from '#domain/zone-name.ts'
import type { Content } from '#emails/jsx-runtime'
import { businessWhatsapp, directionsUrl, placeOf, telUrl } from './links.ts'
import { Choices, Footer, Link, Row, Tear, When } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { AppointmentEmail, ChangedAppointment, EmailAppointment } from './types.ts'
import { clientTimesOf, dateOf, lines, timesOf } from './words.ts'

/** Time, service, professional and place, for the client; `children` are rows after the professional. */
export function ForClient({
  data,
  brand,
  children,
}: {
  data: AppointmentEmail
  brand: BrandVars
  children?: Content
}) {
  const { appointment, business } = data
  return (
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
      {children}
      {placeOf(business) && <Row label="Dirección">{placeOf(business)}</Row>}
      {business.is_virtual && <Row label="Lugar">Cita virtual</Row>}
    </>
  )
}

/** The same for the owner, with the client's contact data. */
export function ForOwner({ data, children }: { data: AppointmentEmail; children?: Content }) {
  const { appointment, client } = data
  return (
    <>
      <When date={appointment.appointment_date} times={timesOf(data)} day={dateOf(data)} brand={ENPUNTO} />
      <Tear />
      <Row label="Servicio">
        {appointment.service_name} · {durationText(appointment.duration_minutes)}
      </Row>
      <Row label="Profesional">{appointment.professional_name}</Row>
      {children}
      <Row label="Cliente">{client.client_name}</Row>
      {client.client_phone && (
        <Row label="Celular">
          <Link href={telUrl(client.client_phone)} brand={ENPUNTO}>
            {shownPhone(client.client_phone)}
          </Link>
        </Row>
      )}
    </>
  )
}

/** Ways to reach the business: directions, and WhatsApp or telephone. */
export function WaysToBusiness({
  data: { business },
  first,
}: {
  data: AppointmentEmail
  first?: { href: string; label: string }
}) {
  const directions = directionsUrl(business)
  const whatsapp = businessWhatsapp(business)
  return (
    <Choices
      links={[
        first,
        directions ? { href: directions, label: 'Cómo llegar' } : undefined,
        whatsapp ? { href: whatsapp, label: 'WhatsApp' } : { href: telUrl(business.phone), label: 'Llamar' },
      ]}
    />
  )
}

/** Ways to reach the client who left a telephone. */
export function WaysToClient({ data: { client } }: { data: AppointmentEmail }) {
  const whatsapp = whatsappUrl(client.client_phone)
  if (!client.client_phone) return null
  return (
    <Choices
      links={[
        whatsapp ? { href: whatsapp, label: 'WhatsApp' } : undefined,
        { href: telUrl(client.client_phone), label: 'Llamar' },
      ]}
    />
  )
}

const WAS = {
  service_name: 'Servicio antes',
  professional_name: 'Profesional antes',
} as const

/** The previous values: ['Antes', 'Lunes 23 de noviembre de 2026, 10:00 – 11:00 am'], with the zone where it is named. */
function before(
  { old, business, appointment }: ChangedAppointment,
  zone: string | undefined,
): [label: string, value: string][] {
  const rows: [string, string][] = []
  const { appointment_date, appointment_time, duration_minutes } = { ...appointment, ...old }
  if (old.appointment_date && isAnotherTime(old, appointment))
    rows.push([
      'Antes',
      inZone(
        `${capital(longDate(appointment_date))}, ${amPmRange(appointment_time, duration_minutes)}`,
        zone,
      ),
    ])
  for (const [column, label] of Object.entries(WAS)) {
    const value = old[column as keyof typeof WAS]
    if (value) rows.push([label, value])
  }
  const [was, is] = [{ ...appointment, ...old }, appointment].map(({ price, price_kind = 'from' }) => ({
    label: priceLabel(price_kind),
    said: agreedPrice(price, business.currency, price_kind),
  })) as [Priced, Priced]
  if (was.said !== is.said) rows.push([`${was.label} antes`, was.said], [is.label, is.said])
  return rows
}

type Priced = Record<'label' | 'said', string>

export const priceLabel = (kind: PriceKind = 'from') => (kind === 'from' ? 'Precio de referencia' : 'Precio')

const isAnotherTime = (old: Partial<EmailAppointment>, now: EmailAppointment) =>
  old.appointment_date !== now.appointment_date ||
  old.appointment_time !== now.appointment_time ||
  old.duration_minutes !== now.duration_minutes

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const Before = ({ data, zone }: { data: ChangedAppointment; zone?: string | undefined }) =>
  before(data, zone).map(([label, value]) => (
    <Row key={label} label={label}>
      {value}
    </Row>
  ))

export const beforeText = (data: ChangedAppointment, zone?: string): string[] =>
  before(data, zone).map(([label, value]) => `${label}: ${value}`)

/** `ForClient` as lines of a text version. */
export function clientText(data: AppointmentEmail, more: string[] = []): string[] {
  const { appointment, business } = data
  return [
    `Fecha: ${dateOf(data)}`,
    `Hora: ${clientTimesOf(data)}`,
    `Servicio: ${appointment.service_name} (${durationText(appointment.duration_minutes)})`,
    `Profesional: ${appointment.professional_name}`,
    ...more,
    ...(placeOf(business) ? [`Dirección: ${placeOf(business)}`] : []),
    ...(business.is_virtual ? ['Lugar: cita virtual'] : []),
  ]
}

/** `ForOwner` as lines of a text version. */
export function ownerText(data: AppointmentEmail, more: string[] = []): string[] {
  const { appointment, client } = data
  const whatsapp = whatsappUrl(client.client_phone)
  return [
    `Fecha: ${dateOf(data)}`,
    `Hora: ${timesOf(data)}`,
    `Servicio: ${appointment.service_name} (${durationText(appointment.duration_minutes)})`,
    `Profesional: ${appointment.professional_name}`,
    ...more,
    '',
    `Cliente: ${client.client_name}`,
    ...(client.client_phone ? [`Celular: ${shownPhone(client.client_phone)}`] : []),
    ...(whatsapp ? [`WhatsApp: ${whatsapp}`] : []),
    ...(client.client_email ? [`Correo: ${client.client_email}`] : []),
  ]
}

/** `WaysToBusiness` as lines of a text version. */
export function waysText({ business }: AppointmentEmail): string[] {
  const directions = directionsUrl(business)
  const whatsapp = businessWhatsapp(business)
  return [
    ...(directions ? ['', 'Cómo llegar:', directions] : []),
    '',
    `Teléfono: ${shownPhone(business.phone)}`,
    ...(whatsapp ? [`WhatsApp: ${whatsapp}`] : []),
  ]
}

export const ClientFooter = ({ data: { business, client, public_url } }: { data: AppointmentEmail }) => (
  <Footer href={public_url}>
    Recibes este correo por tu cita en {business.business_name} con {client.client_email}. Sus enlaces abren
    tus citas sin contraseña: no lo reenvíes.
  </Footer>
)

export const clientFooterText = ({ business, client }: AppointmentEmail): string =>
  lines(
    `Recibes este correo por tu cita en ${business.business_name} con ${client.client_email}.`,
    'Sus enlaces abren tus citas sin contraseña: no lo reenvíes.',
    '',
    'Reservas con enpunto',
  )

export const OwnerFooter = ({ data: { business, client, public_url } }: { data: AppointmentEmail }) => (
  <Footer href={public_url}>
    Recibes este correo porque {business.business_name} usa enpunto.
    {client.client_email && ` Si respondes, ${client.client_name} recibe tu mensaje.`}
  </Footer>
)

export const agendaUrl = ({ public_url }: AppointmentEmail): string => `${public_url}/dashboard/appointments`
