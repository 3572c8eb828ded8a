/** @jsxImportSource #emails */
import { amPm, mediumDate } from '#domain/dates.ts'
import { inZone, zoneName } from '#domain/zone-name.ts'
import { Footer, Header, Link, mailDocument, Note, Paragraph } from './parts.tsx'
import { ENPUNTO } from './tokens.ts'
import type { Digest, DigestAppointment, Email } from './types.ts'
import { lines } from './words.ts'

/** To a client with many mails in a short time: what else there was, in one. */
export function digest(data: Digest): Email {
  const n = data.appointments.length
  return {
    subject: n === 1 ? 'Tu cita, en un resumen' : `Resumen de tus ${n} citas`,
    html: html(data),
    text: plain(data),
  }
}

/** What a mail can hold without being cut off. */
const MOST = 50

const STATES: Record<DigestAppointment['status'], string> = {
  held: 'Por confirmar',
  scheduled: 'Agendada',
  completed: 'Terminada',
  cancelled: 'Cancelada',
}

const WHY =
  'Para no llenarte el correo, después de varios mensajes seguidos te mandamos uno solo al día con lo demás.'
const IF_UNKNOWN =
  '¿No pediste estas citas? Alguien escribió tu correo por error: puedes ignorar este mensaje.'

/** 'lunes 23 de noviembre, 10:00 am', with 'hora de Bogotá' for a client in another zone. */
function headline(appointment: DigestAppointment): string {
  const moment = `${mediumDate(appointment.appointment_date)}, ${amPm(appointment.appointment_time)}`
  return inZone(moment, zoneName(appointment))
}

const about = ({ service_name, professional_name, business_name }: DigestAppointment) =>
  `${service_name} con ${professional_name}, en ${business_name}`

const rest = ({ appointments }: Digest): string | undefined =>
  appointments.length > MOST ? `Y ${appointments.length - MOST} más: las ves en «Mis citas».` : undefined

const portalUrl = ({ public_url }: Digest) => `${public_url}/client`

function html(data: Digest): string {
  const more = rest(data)
  return mailDocument({
    title: 'Resumen de tus citas',
    preheader: 'Así están ahora las citas de las que no te escribimos una por una.',
    brand: ENPUNTO,
    header: (
      <Header brand={ENPUNTO} name="enpunto" title="Resumen de tus citas">
        Así están ahora las citas de las que no te escribimos una por una.
      </Header>
    ),
    children: (
      <>
        {data.appointments.slice(0, MOST).map((appointment) => (
          <Paragraph key={`${appointment.business_id}.${appointment.id}`}>
            <b>{headline(appointment)}</b> · {STATES[appointment.status]}
            <br />
            {about(appointment)}
          </Paragraph>
        ))}
        {more && <Paragraph>{more}</Paragraph>}
        <Note>
          Para verlas, moverlas o cancelarlas entra a{' '}
          <Link href={portalUrl(data)} brand={ENPUNTO}>
            Mis citas
          </Link>
          . {IF_UNKNOWN}
        </Note>
      </>
    ),
    footer: <Footer href={data.public_url}>{WHY}</Footer>,
  })
}

function plain(data: Digest): string {
  const more = rest(data)
  return lines(
    'Resumen de tus citas',
    '',
    ...data.appointments
      .slice(0, MOST)
      .flatMap((one) => [`${headline(one)} · ${STATES[one.status]}`, about(one), '']),
    ...(more ? [more, ''] : []),
    'Para verlas, moverlas o cancelarlas:',
    portalUrl(data),
    '',
    IF_UNKNOWN,
    WHY,
    '',
    'Reservas con enpunto',
  )
}
