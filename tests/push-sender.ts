/** A sender of pushes as a program, which tests kill. */
import { connect } from '#server/database/db.ts'
import { pushServices } from '#server/push/service.ts'
import { startPushes } from '#server/push/start.ts'
import { silent } from './sender.ts'

export interface PushSenderProcess {
  databaseUrl: string
  /** Of the stand-in. */
  standIn: string
}

if (import.meta.main) {
  const { databaseUrl, standIn }: PushSenderProcess = JSON.parse(process.argv[2]!)
  const db = connect({ url: databaseUrl, poolSize: 12 })
  const service = pushServices({ standIn }, db, 'mailto:citas@example.com')
  startPushes({ db, service, now: Date.now, log: silent })
}
