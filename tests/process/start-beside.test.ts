/** A start beside another one that changes the schema, and then ends the connections of before. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { loadBuild } from '#server/pages/routes.ts'
import { serve } from '#server/serve.ts'
import { database, urlOf } from '../helper.ts'

const db = await database()
const dataDir = mkdtempSync(join(tmpdir(), 'enpunto-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const config = { ...readConfig({ DATA_DIR: dataDir, PORT: '0' }), databaseUrl: await urlOf(db) }

test('goes on, on another connection, where its own was ended in the middle', async () => {
  let tries = 0
  const served = await serve(config, await loadBuild(), {
    prepare: async (own) => {
      if (tries++ < 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(own)
    },
  })
  try {
    assert.equal(tries, 3)
    assert.equal((await fetch(`${served.url}/api/ready`)).status, 200)
  } finally {
    await served.stop()
  }
})

test('ends with the error where its connections are ended again and again', async () => {
  const prepare = async (own: typeof db) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(own)
  }
  await assert.rejects(serve(config, await loadBuild(), { prepare }), { code: '57P01' })
})
