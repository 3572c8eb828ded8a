import { setTimeout as sleep } from 'node:timers/promises'
import type { AppointmentEmail, Email, EmailTemplates } from '../emails/types.ts'
import { connect, type Db } from '#server/db.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import type { SendDeps } from '#server/messages/send.ts'
import { startSender } from '#server/messages/sender.ts'

const plain = (title: string, { appointment, client }: AppointmentEmail, more = ''): Email => {
  const text = `${title}: ${appointment.service_name} para ${client.client_name} ${more}`
  return { subject: title, text, html: `<p>${text}</p>` }
}

/** Templates without any looks, for tests of the queue. */
export const plainTemplates: EmailTemplates = {
  bookedClient: (data) => plain('Cita confirmada', data, data.portal_url),
  bookedOwner: (data) => plain('Nueva cita', data),
}

export const silent = { info() {}, warn() {}, error() {} }

export const senderDeps = (db: Db, mailer: Mailer, more: Partial<SendDeps> = {}): SendDeps => ({
  db,
  mailer,
  render: plainTemplates,
  now: Date.now,
  publicUrl: 'https://agenda.example.com',
  mailFrom: 'enpunto <citas@example.com>',
  log: silent,
  ...more,
})

export interface SenderProcess {
  socketDir: string
  smtpUrl: string
  /** Where it dawdles, to be killed there. */
  slow?: 'beforeLastByte' | 'afterAnswer'
  /** Kills itself when the commit is on its way and the last byte not yet written. */
  dieInWindow?: boolean
}

// As a process of its own: a sender that tests kill.
if (import.meta.main) {
  const { socketDir, smtpUrl, slow, dieInWindow }: SenderProcess = JSON.parse(process.argv[2]!)
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
  startSender(senderDeps(connect({ socketDir }), mailer))
}
