/** Works on imports until it is killed: a process of its own, for tests. */
import { connect } from '#server/database/db.ts'
import { countGrown } from '#server/database/statistics-queries.ts'
import { workOnImports } from '#server/imports/work.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ImporterProcess {
  databaseUrl: string
  /** The moment at which it works; the present by default. */
  now?: number
}
const { databaseUrl, now } = JSON.parse(process.argv[2]!) as ImporterProcess
const db = connect({ url: databaseUrl })
// As the product does beside.
setInterval(() => void countGrown({ db }), 500)
for (;;) {
  await workOnImports({ db, now: () => now ?? Date.now() })
  await sleep(50)
}
