/** Works on imports until it is killed: a process of its own, for tests. */
import { connect } from '#server/db.ts'
import { workOnImports } from '#server/imports/work.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ImporterProcess {
  databaseUrl: string
}
const { databaseUrl } = JSON.parse(process.argv[2]!) as ImporterProcess
const db = connect({ url: databaseUrl })
for (;;) {
  await workOnImports({ db, now: Date.now })
  await sleep(50)
}
