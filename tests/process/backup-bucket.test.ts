import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DEMO_SLUG } from '../../scripts/demo/salon.ts'
import { bucket } from '../s3-bucket.ts'
import { ask, bodyOf, dataFolder, launch, processesOf, query, start, stop } from '../server.ts'
import { until } from '../smtp.ts'

const root = join(import.meta.dirname, '../..')

let onRequest: (method: string, name: string) => void = () => {}
let isSilent = false
const { settings, objects } = await bucket((method, name) => {
  onRequest(method, name)
  return isSilent && method === 'PUT' ? 'silent' : undefined
})
const place = {
  BACKUP_S3_BUCKET: settings.bucket,
  BACKUP_S3_ENDPOINT: settings.endpoint,
  BACKUP_S3_ACCESS_KEY: settings.accessKey,
  BACKUP_S3_SECRET_KEY: settings.secretKey,
  BACKUP_S3_REGION: settings.region,
}

/** `npm run backup` and `npm run restore` as docs/operations.md has them, with the place in the settings. */
async function npm(name: 'backup' | 'restore', dataDir: string, more: NodeJS.ProcessEnv = {}) {
  const child = spawn('npm', ['run', '-s', name], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_TEST_CONTEXT: undefined,
      DATA_DIR: dataDir,
      ...place,
      ...more,
    },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  const [status] = await once(child, 'close')
  return { status, stdout, stderr }
}

/** What the installation holds: counts, and every picture by its name. */
async function holdings(dataDir: string) {
  const [counts] = await query<Record<string, number>>(
    dataDir,
    `select (select count(*)::int from appointments) as appointments,
            (select count(*)::int from client_cards) as cards, (select count(*)::int from services) as services`,
  )
  return { ...counts, pictures: readdirSync(join(dataDir, 'files')).sort() }
}

test('a bucket brings everything back by the documented command, or says in a sentence why not', async (t) => {
  const server = await start()
  const before = await holdings(server.dataDir)
  assert.ok(before.pictures.length > 5, 'the demo has pictures')
  const made = await npm('backup', server.dataDir)
  assert.equal(made.status, 0, made.stderr)
  assert.match(made.stdout, new RegExp(`and ${before.pictures.length} pictures to the bucket copias, as 20`))
  await stop(server)
  const whole = new Map(objects)
  const dataDir = dataFolder()
  const again = () => {
    objects.clear()
    for (const [name, content] of whole) objects.set(name, content)
  }
  const refused = async (said: RegExp, more?: NodeJS.ProcessEnv) => {
    const { status, stdout, stderr } = await npm('restore', dataDir, more)
    assert.deepEqual([status, /Restored/.test(stdout)], [1, false])
    assert.match(stderr, said)
    assert.deepEqual(processesOf(dataDir), [])
    assert.equal(existsSync(join(dataDir, 'files')) && readdirSync(join(dataDir, 'files')).length > 0, false)
    again()
  }
  const part = [...whole.keys()].find((name) => name.endsWith('tables/appointments/00001.zst'))!
  const picture = [...whole.keys()].find((name) => name.startsWith('files/'))!

  await t.test('a wrong key', () =>
    refused(
      /^✖ .*the bucket copias \(403 SignatureDoesNotMatch\): are its name, region and keys right, .*\n$/,
      {
        BACKUP_S3_SECRET_KEY: 'otra',
      },
    ),
  )
  await t.test('an empty bucket', () => {
    objects.clear()
    return refused(/^✖ There is no whole backup in the bucket copias\.\n$/)
  })
  const spoilt: [how: string, spoil: (name: string) => unknown, said: string][] = [
    ['cut', (name) => objects.set(name, whole.get(name)!.subarray(0, -7)), 'is not what was written'],
    ['missing', (name) => objects.delete(name), 'is missing in'],
  ]
  for (const [how, spoil, said] of spoilt) {
    await t.test(`a ${how} part of a table`, () => {
      spoil(part)
      return refused(new RegExp(`^✖ The backup is .*${RegExp.escape(part)}.* ${said}.*\n$`))
    })
    await t.test(`a ${how} picture, without which all else comes back`, async () => {
      spoil(picture)
      const { status, stdout, stderr } = await npm('restore', dataFolder())
      assert.deepEqual([status, /Restored/.test(stdout)], [3, true], stderr)
      const lacks = `✖ Of the pictures, 1 are missing or damaged in the bucket copias, and were not put back:\n  ${picture}\n`
      assert.equal(stderr, lacks)
      again()
    })
  }

  await t.test('whole, into the same empty folder', async () => {
    const done = await npm('restore', dataDir)
    assert.equal(done.status, 0, done.stderr)
    assert.match(done.stdout, /^20\S+ from the bucket copias into \S+: all that was acknowledged before /)
    assert.match(done.stdout, /appointments: \d+ rows, the same as backed up/)
    assert.match(
      done.stdout,
      new RegExp(
        `Restored and compared: \\d+ tables, \\d+ rows, ${before.pictures.length} pictures; every table`,
      ),
    )
    const restored = await start({ dataDir })
    assert.deepEqual(await holdings(dataDir), before)
    const { business } = bodyOf(await ask(`${restored.url}/api/businesses/public/slug/${DEMO_SLUG}`))
    assert.equal((await fetch(`${restored.url}${business.logo_url}`)).status, 200)
    await stop(restored)
  })

  await t.test('emptied in between: no server starts on what is there', async () => {
    const half = dataFolder()
    let reads = 0
    onRequest = (method, name) => {
      if (method === 'GET' && name === part && ++reads === 2) objects.clear()
    }
    const { status, stdout, stderr } = await npm('restore', half)
    assert.deepEqual([status, /Restored/.test(stdout)], [1, false])
    assert.match(
      stderr,
      new RegExp(
        `^✖ The backup is not whole: ${RegExp.escape(part)} is missing in the bucket copias\\. The restore is not done, and no server starts here: begin it again\\.\n$`,
      ),
    )
    const none = launch({ dataDir: half })
    assert.equal((await none.ended).code, 1)
    assert.match(none.output().err, /A restore into this database began at .* and is not done/)
    assert.deepEqual(processesOf(half), [])
    again()
    onRequest = () => {}
    const done = await npm('restore', half)
    assert.equal(done.status, 0, done.stderr)
    const restored = await start({ dataDir: half })
    assert.deepEqual(await holdings(half), before)
    await stop(restored)
  })
})

test('a bucket that does not answer holds no stop', async () => {
  isSilent = true
  let hasBegun = false
  onRequest = (method) => void (hasBegun ||= method === 'PUT')
  const server = await start({ env: place })
  await until(() => hasBegun, 30_000)
  const begun = performance.now()
  assert.equal((await stop(server)).code, 0, server.output().err)
  assert.ok(performance.now() - begun < 15_000)
  assert.deepEqual(processesOf(server.dataDir), [])
})
