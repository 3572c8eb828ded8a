/** A sender of WhatsApp as a program, which tests kill. */
import { connect } from '#server/database/db.ts'
import { cloudApi } from '#server/whatsapp/cloud-api.ts'
import { startWhatsAppSender } from '#server/whatsapp/start.ts'
import { silent } from './sender.ts'
import { KEYS } from './standin/whatsapp.ts'

export interface WhatsAppSenderProcess {
  databaseUrl: string
  /** Of the stand-in. */
  url: string
}

if (import.meta.main) {
  const { databaseUrl, url }: WhatsAppSenderProcess = JSON.parse(process.argv[2]!)
  const db = connect({ url: databaseUrl, poolSize: 12 })
  const channel = cloudApi({ ...KEYS, url })
  const changed = () => {}
  startWhatsAppSender({
    db,
    channel,
    now: Date.now,
    publicUrl: 'https://agenda.example.com',
    log: silent,
    changed,
  })
}
