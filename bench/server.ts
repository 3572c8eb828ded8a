/** The server under load, in its own process: prints its address when it listens. */
import { connect } from '#server/db.ts'
import { makeApp } from './world.ts'

const db = connect({ socketDir: process.argv[2], poolSize: 16 })
const app = await makeApp(db)
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.on('SIGTERM', async () => {
  await app.close()
  await db.destroy()
  process.exit(0)
})
