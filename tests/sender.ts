import { setTimeout as sleep } from 'node:timers/promises'
import type { AppointmentEmail, ChangedAppointment, Email, EmailTemplates } from '../emails/types.ts'
import { connect, type Db } from '#server/database/db.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import type { SendDeps } from '#server/messages/send.ts'
import { startSender } from '#server/messages/sender.ts'
import { queueDue } from '#server/reminders/plan.ts'

const plain = (title: string, { appointment, client }: AppointmentEmail, more = ''): Email => {
  const text = `${title}: ${appointment.service_name} para ${client.client_name} ${more}`
  return { subject: title, text, html: `<p>${text}</p>` }
}

/** A mail that tells what was different ('de {…} a {…}') and the appointment as it is now. */
function changed(title: string, data: ChangedAppointment, more = ''): Email {
  const { appointment_date, appointment_time } = data.appointment
  const to = `${appointment_date} ${appointment_time}`
  return plain(title, data, `de ${JSON.stringify(data.old)} a ${to} por ${data.actor} ${more}`)
}

/** Templates without design, for tests of the queue. */
export const plainTemplates: EmailTemplates = {
  bookedClient: (data) => plain('Cita confirmada', data, data.portal_url),
  birthday: ({ client_name, leave_url }) => ({
    subject: 'Feliz cumpleaños',
    text: `${client_name} ${leave_url}`,
    html: leave_url,
  }),
  portalLink: (data) => plain('Tu enlace', data, data.portal_url),
  bookedOwner: (data) => plain('Nueva cita', data),
  cancelledClient: (data) =>
    changed('Cita cancelada', data, `${data.reason} ${data.page_url} y otras ${data.others}`),
  cancelledOwner: (data) => changed('Un cliente canceló', data, String(data.reason)),
  movedClient: (data) => changed('Cita reprogramada', data, data.portal_url),
  movedOwner: (data) => changed('Un cliente movió', data),
  editedClient: (data) => changed('Cita actualizada', data, data.portal_url),
  editedOwner: (data) => changed('Un cliente editó', data),
  reminder: (data) =>
    plain(`Recordatorio ${data.kind}`, data, data.is_confirmed ? 'confirmada' : data.confirm_url),
  welcome: ({ page_url, confirm_url }) => ({
    subject: 'Bienvenida',
    text: `${page_url} ${confirm_url}`,
    html: page_url,
  }),
  confirmEmail: ({ confirm_url }) => ({ subject: 'Confirma', text: confirm_url, html: confirm_url }),
  accountChanged: ({ change, at, new_email, from, not_me_url }) => ({
    subject: change,
    html: at,
    text: `${at} ${new_email} ${from} ${not_me_url}`,
  }),
  teamInvitation: ({ accept_url, role }) => ({ subject: 'Te invitaron', text: accept_url, html: role }),
  invitationClaimed: ({ claimed_by, claimer_email, invited_email }) => ({
    subject: 'Alguien espera',
    text: `${claimed_by} ${claimer_email} ${invited_email}`,
    html: '',
  }),
  invitationConfirmed: ({ business_name, email }) => ({
    subject: 'Confirmado',
    text: `${business_name} ${email}`,
    html: '',
  }),
  ownership: ({ is_done, is_receiver, giver, receiver, takeable, mails_to }) => ({
    subject: is_done ? 'Entregado' : 'Ofrecido',
    text: `${giver} ${receiver} ${is_receiver} ${takeable} writes to ${mails_to}`,
    html: '',
  }),
  operatorWarning: ({ warning, last }) => ({ subject: warning, text: String(last), html: '' }),
  dataRequest: ({ client_name, what, until }) => ({
    subject: 'Solicitud de datos',
    text: `${client_name} ${what} ${until}`,
    html: what,
  }),
  dataAnswer: ({ outcome, answer, until }) => ({
    subject: outcome ?? 'más tiempo',
    text: `${answer} ${until}`,
    html: answer,
  }),
  deletionAsked: ({ until, by }) => ({ subject: 'Se elimina', text: `${until} ${by}`, html: until }),
  deletionDone: ({ business_name, appointments, clients, consents }) => ({
    subject: 'Constancia',
    text: `${business_name}: ${appointments} citas, ${clients} clientes, ${consents} autorizaciones`,
    html: business_name,
  }),
  digest: ({ appointments }) => {
    const text = appointments.map(({ id, status }) => `${id} ${status}`).join(', ')
    return { subject: 'Resumen', text, html: text }
  },
  passwordReset: ({ reset_url }) => ({ subject: 'Contraseña', text: reset_url, html: reset_url }),
}

export const silent = { info() {}, warn() {}, error() {} }

export const senderDeps = (db: Db, mailer: Mailer, more: Partial<SendDeps> = {}): SendDeps => ({
  db,
  mailer,
  render: plainTemplates,
  now: Date.now,
  publicUrl: 'https://agenda.example.com',
  mailFrom: 'enpunto <citas@example.com>',
  // No test meets them by accident.
  limits: {
    mailsPerHour: 1e6,
    mailsPerDay: 1e6,
    mailsOfBusiness: 1e6,
    mailsOfYoung: 1e6,
    mailsFromNetwork: 1e6,
    mailsUnconfirmed: 1e6,
  },
  log: silent,
  ...more,
})

export interface SenderProcess {
  databaseUrl: string
  smtpUrl: string
  /** How many more mails than one it sends at once. */
  atOnce?: number
  /** Where it waits, so that it can be killed there. */
  slow?: 'beforeLastByte' | 'afterAnswer'
  /** Kills itself after the commit was sent and before the last byte is written. */
  dieInWindow?: boolean
  /** Also writes the due reminders to the outbox, a few at a time. */
  plans?: boolean
}

// Run as a program, this file is a sender that tests kill.
if (import.meta.main) {
  const { databaseUrl, smtpUrl, atOnce, slow, dieInWindow, plans }: SenderProcess = JSON.parse(
    process.argv[2]!,
  )
  const smtp = smtpMailer(smtpUrl)
  const mailer: Mailer = {
    async send(mail, beforeLastByte) {
      await smtp.send(mail, async () => {
        if (slow === 'beforeLastByte') await sleep(5000)
        await beforeLastByte()
        if (dieInWindow) process.kill(process.pid, 'SIGKILL')
      })
      if (slow === 'afterAnswer') await sleep(5000)
    },
    close: () => smtp.close(),
  }
  const db = connect({ url: databaseUrl })
  startSender({ ...senderDeps(db, mailer), atOnce })
  while (plans) await queueDue(db, Date.now(), 3)
}
