/**
 * docs/debian.md, followed literally in a bare root: every block as it stands there, under that root's own systemd, with the
 * unit's walls. Caddy's certificate is its own, since nobody certifies a name of an example; the name leads here.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connect } from '../server/database/db.ts'
import { salon } from '../tests/helper.ts'
import { postgresPid, query } from '../tests/server.ts'
import { bareRoot, ensureFree, patiently, type BareRoot } from './bare-root.ts'
import { assetsOf, startVisitors, visitor } from './visitors.ts'

const NAME = 'agenda.example.com'
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
const home = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'enpunto-debian-'))
let machine: BareRoot | undefined
after(async () => {
  await machine?.stop()
  rmSync(scratch, { recursive: true, force: true })
})

/** The page's blocks, by their numbers. */
function blocks(): Map<number, string> {
  const page = readFileSync(join(home, 'docs/debian.md'), 'utf8')
  const found = [...page.matchAll(/^\*\*(\d+)\..*?^```sh\n(.*?)^```$/gms)]
  assert.equal(found.length, page.match(/^```sh$/gm)!.length, 'each number has one block')
  return new Map(found.map(([, number, text]) => [Number(number), text!]))
}

const pack = (folder: string, to: string) => execFileSync('tar', ['-czf', to, '-C', folder, '.'])

/** The files of the last commit, and those of a version after it: other scripts and styles, and another schema. */
function packVersions(): { first: string; second: string } {
  const folder = join(scratch, 'files')
  mkdirSync(folder)
  execFileSync('sh', ['-c', `git archive HEAD | tar -x -C "$1"`, 'sh', folder], { cwd: home })
  const [first, second] = ['first', 'second'].map((name) => join(scratch, `${name}.tar.gz`)) as [
    string,
    string,
  ]
  pack(folder, first)
  appendFileSync(join(folder, 'web/ui/base.css'), '\n.of-the-next-version {\n  color: #123456;\n}\n')
  appendFileSync(
    join(folder, 'web/landing/awake/start.ts'),
    '\nObject.assign(globalThis, { ofTheNextVersion: true })\n',
  )
  writeFileSync(
    join(folder, 'migrations/9990_of_the_next_version.sql'),
    'alter table appointments add column of_the_next_version boolean;\n',
  )
  pack(folder, second)
  return { first, second }
}

test('a fresh Debian by the page, block by block', async (t) => {
  await ensureFree(80, 443, 2019, 4001, 4002)
  const { first, second } = packVersions()
  machine = await bareRoot()
  const { path, sh } = machine
  appendFileSync(join(path, 'etc/hosts'), `127.0.0.1 ${NAME}\n`)
  const bring = (archive: string) => execFileSync('cp', [archive, join(path, 'root/enpunto.tar.gz')])
  bring(first)

  const page = blocks()
  const run = async (number: number, text = page.get(number) ?? assert.fail(`no block ${number}`)) => {
    const begun = performance.now()
    const said = await sh(text, { CURL_CA_BUNDLE: AUTHORITY })
    t.diagnostic(`block ${number}: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    return said
  }
  for (const number of [1, 2, 3, 4]) await run(number)
  const reload = 'systemctl reload caddy'
  assert.ok(page.get(5)!.includes(reload))
  // Written into the file that the page makes, before Caddy reads it.
  const own = `sed -i '0,/^{$/s//{\\n\\tlocal_certs\\n\\tskip_install_trust/' /etc/caddy/Caddyfile`
  await run(
    5,
    page.get(5)!.replace(reload, `${own}\ncaddy validate --config /etc/caddy/Caddyfile\n${reload}`),
  )
  await patiently('the page by its name', () => sh(page.get(6)!, { CURL_CA_BUNDLE: AUTHORITY })).catch(
    async (error: unknown) => {
      console.error(await sh('journalctl --no-pager -n 60 -u "enpunto@*" -u caddy'))
      throw error
    },
  )
  await run(6)
  await run(7)
  const backups = await sh('ls /var/backups/enpunto/*/manifest.json')
  assert.match(backups, /manifest\.json/)
  const { send, end } = visitor(NAME, readFileSync(join(path, AUTHORITY), 'utf8'))
  t.after(end)
  const before = (await send('/')).text
  assert.match(before, /enpunto: agenda de citas en línea/)

  // The walls: nothing but the data and the backups can be written.
  const main = (await sh('systemctl show -p MainPID --value enpunto@4001')).trim()
  const write = (folder: string) =>
    sh(`nsenter -t ${main} -m setpriv --reuid enpunto --regid enpunto --init-groups touch ${folder}/written`)
  for (const folder of ['/srv/enpunto', '/srv/enpunto/current/build', '/usr/local', '/etc'])
    await assert.rejects(write(folder), /Read-only file system/, folder)
  for (const folder of ['/var/lib/enpunto', '/var/backups/enpunto']) await write(folder)

  const dataDir = join(path, 'var/lib/enpunto')
  // Closed at once: a process of the product counts whoever is connected.
  const db = connect({ socketDir: join(dataDir, 'pg') })
  const place = await salon(db).finally(() => db.destroy())
  const postmaster = postgresPid(dataDir)

  bring(second)
  const people = await startVisitors(NAME, readFileSync(join(path, AUTHORITY), 'utf8'), place)
  await run(8).finally(() => people.stop())
  t.diagnostic(
    `an update meanwhile: ${people.counts.pages} pages, ${people.counts.assets} of their files, ${people.booked.size} bookings`,
  )
  assert.deepEqual([...people.failed], [], 'nobody is failed')
  assert.ok(people.counts.pages > 50 && people.booked.size > 5, 'somebody was there')
  const rows = await query<{ email: string; id: string }>(
    dataDir,
    `select client_email as email, id from appointments where of_the_next_version is null and status = 'scheduled'`,
  )
  const stored = Object.fromEntries(rows.map(({ email, id }) => [email, Number(id)]))
  assert.deepEqual(stored, Object.fromEntries(people.booked), 'nothing is lost, nothing is doubled')
  assert.equal(rows.length, people.booked.size)
  assert.equal(postgresPid(dataDir), postmaster, 'the database was never stopped, nor killed and revived')
  const now = assetsOf((await send('/')).text)
  const gone = assetsOf(before).filter((name) => !now.includes(name))
  assert.ok(gone.length > 0, 'the second version has files of its own')
  for (const name of [...gone, ...now]) assert.equal((await send(name)).status, 200, name)

  const releases = async () => (await sh('ls /srv/enpunto/releases')).trim().split('\n')
  assert.equal((await releases()).length, 2)
  await run(9)
  assert.equal((await releases()).length, 2, 'the database still runs from the first')
  // One after the other: the last to stop takes the database down.
  await sh('systemctl stop enpunto@4001 && systemctl stop enpunto@4002')
  assert.equal(postgresPid(dataDir), undefined)
  assert.doesNotMatch(await sh('cat /proc/[0-9]*/comm || true'), /^(postgres|node|MainThread)$/m)
  await sh('systemctl start enpunto@4001 enpunto@4002')
  await patiently('both again', () => sh(page.get(6)!, { CURL_CA_BUNDLE: AUTHORITY }))
  await run(9)
  assert.equal((await releases()).length, 1)
  await run(6)
  for (const unit of ['enpunto@4001', 'enpunto@4002'])
    assert.equal(
      (await sh(`systemctl show -p NRestarts --value ${unit}`)).trim(),
      '0',
      `${unit} never failed`,
    )
})
