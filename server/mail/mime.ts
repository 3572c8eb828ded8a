import addressparser from 'nodemailer/lib/addressparser'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mail } from './mailer.ts'

export interface Envelope {
  from: string
  to: string
}

/** The mail as the bytes to send, and the two addresses of its envelope. */
export async function compile(mail: Mail): Promise<{ envelope: Envelope; message: Buffer }> {
  // Spanish is shortest as quoted-printable; to name it spares counting all letters of each mail to find that out.
  const composer = new MailComposer({
    ...mail,
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const message = await composer.compile().build()
  return { envelope: { from: addressOf(mail.from), to: mail.to }, message }
}

const addressOf = (header: string) => addressparser(header, { flatten: true })[0]?.address ?? header
