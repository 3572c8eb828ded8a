import { FILE_SENTENCES, MOST_CARD_FILES } from '#domain/card-file.ts'
import { foldCards } from '#server/clients/fold-queries.ts'
import { folderFiles, type FileStore } from '#server/files/files.ts'
import { removeUnusedImages } from '#server/uploads/clean.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { api, booking, database } from '../helper.ts'
import { multipart } from '../multipart.ts'
import { owner, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'
import { twoProfessionals } from '../two-professionals.ts'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-card-files-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const db = await database()
const stored = folderFiles(folder)
let isStoreDown = false
const files: FileStore = {
  ...stored,
  remove: async (name) => {
    if (isStoreDown) throw new Error('The file store does not answer.')
    await stored.remove(name)
  },
}
const { app, call, clock } = await api(db, { files })
const onDisk = () => readdirSync(folder).length

const PLACE = 'Medellin-Laureles'
const photo = (width = 700, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: '#c0407a' } })
    .withExif({ IFD0: { ImageDescription: PLACE }, IFD3: { GPSLatitude: '6/1 15/1 0/1' } })
    .jpeg()
    .toBuffer()
const small = await photo(120, 90)

type Headers = Record<string, string>
async function add(
  headers: Headers,
  card: number,
  { content = small, kind, key }: { content?: Buffer | string; kind?: string; key?: string } = {},
) {
  const { payload, type } = multipart([{ field: 'image', content, filename: 'x.html', type: 'text/html' }])
  const answer = await app.inject({
    method: 'POST',
    url: `/api/uploads/client/${card}/file${kind ? `?kind=${kind}` : ''}`,
    headers: { ...headers, 'content-type': type, ...(key && { 'idempotency-key': key }) },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() as any }
}
const see = (headers: Headers, card: number, file: number, width?: number) =>
  app.inject({ url: `/api/clients/${card}/files/${file}${width ? `?width=${width}` : ''}`, headers })

async function owned() {
  const who = await owner(call)
  const made = async (client_name = 'Camila Rojas') =>
    (await who.as('POST', '/api/clients', { client_name })).body.client.id as number
  const listed = async (card: number) =>
    (await who.as('GET', `/api/clients/${card}`)).body.client.files as { id: number; kind: string }[]
  const added = async (card: number, more?: Parameters<typeof add>[2]) => {
    const { status, body } = await add(who.headers, card, more)
    assert.equal(status, 201, JSON.stringify(body))
    return body.file.id as number
  }
  return { ...who, made, listed, added }
}

test('a photo is new pixels in several sizes, without what else was in the file, and is shown by the call alone', async () => {
  const { made, added, listed, headers } = await owned()
  const card = await made()
  const content = await photo()
  assert.ok(content.includes(PLACE))
  const id = await added(card, { content, kind: 'before' })
  assert.deepEqual(
    (await listed(card)).map(({ at: _, written_by: __, ...file }: any) => file),
    [{ id, kind: 'before', width: 700, is_own: true }],
  )
  for (const [asked, width] of [
    [undefined, 700],
    [100, 160],
    [300, 320],
    [1900, 700],
  ] as const) {
    const { statusCode, headers: said, rawPayload } = await see(headers, card, id, asked)
    assert.deepEqual([statusCode, said['content-type']], [200, 'image/webp'])
    assert.equal(said['cache-control'], 'private, no-store')
    assert.match(String(said['content-security-policy']), /sandbox/)
    assert.equal(said['cross-origin-resource-policy'], 'same-origin')
    const picture = await sharp(rawPayload).metadata()
    assert.deepEqual([picture.format, picture.width, picture.exif], ['webp', width, undefined])
    assert.ok(!rawPayload.includes(PLACE))
  }
  // By no address that the pictures of pages have, as it lies there and without its letter.
  const names = readdirSync(folder).filter((name) => name.startsWith('p_'))
  assert.equal(names.length, 4)
  for (const name of names.flatMap((name) => [name, name.slice(2), name.slice(2).replace('webp', 'png')]))
    assert.equal((await app.inject(`/files/${name}`)).statusCode, 404, name)
  // Nor as a picture of the page.
  const { image } = await db
    .selectFrom('client_files')
    .select('image')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const taken = await call('PATCH', '/api/businesses/profile', {
    headers,
    body: { logo_url: `/files/${image}-700.webp` },
  })
  assert.equal(taken.status, 400)
})

test('what is no picture, too large or of no kind is refused with a sentence, and nothing of it stays', async () => {
  const { made, listed, headers } = await owned()
  const card = await made()
  const before = onDisk()
  const bomb = sharp({ create: { width: 8000, height: 7000, channels: 3, background: 'white' } })
  for (const [content, status, sentence] of [
    ['<script>alert(1)</script>', 415, 'Formato de imagen no válido. Use JPG, PNG, GIF o WebP'],
    ['%PDF-1.7 ', 415, 'Formato de imagen no válido. Use JPG, PNG, GIF o WebP'],
    [small.subarray(0, 300), 400, 'La imagen está dañada. Prueba con otra.'],
    ['', 400, 'Falta la imagen'],
    [Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 413, 'La imagen es demasiado grande. Máximo 5MB'],
    [await bomb.png().toBuffer(), 413, 'La imagen tiene demasiados píxeles. Máximo 50 megapíxeles'],
  ] as const) {
    const answer = await add(headers, card, { content })
    assert.deepEqual([answer.status, answer.body.error], [status, sentence])
  }
  assert.equal((await add(headers, card, { kind: 'secret' })).status, 400)
  assert.deepEqual([await listed(card), onDisk()], [[], before])
})

test('who may not see the card sees no photo of it, from the moment on', async () => {
  const { who, place, cards, mine, others } = await twoProfessionals(call, db)
  const [own, foreign] = [cards.get(mine)!, cards.get(others)!]
  const ids = await Promise.all(
    [own, foreign].map(async (card) => (await add(who.headers, card)).body.file.id),
  )
  const [shown, hidden] = ids as [number, number]
  const elsewhere = await owned()
  assert.equal((await see(elsewhere.headers, own, shown)).statusCode, 404)
  assert.equal((await see(who.headers, own, hidden)).statusCode, 404, 'of another card')
  assert.equal((await see({}, own, shown)).statusCode, 401)
  const reception = await memberOf(db, who.business_id, 'reception')
  assert.equal((await see(reception.headers, foreign, hidden)).statusCode, 200)
  const { professional_id } = place
  const { headers, user_id } = await memberOf(db, who.business_id, 'professional', { professional_id })
  assert.deepEqual(
    [(await see(headers, own, shown)).statusCode, (await see(headers, foreign, hidden)).statusCode],
    [200, 404],
  )
  assert.deepEqual([(await add(headers, foreign)).status, (await add(headers, own)).status], [404, 201])
  // One's own is removed, another's by who changes clients.
  const remove = async (by: Headers, file: number) =>
    (await call('DELETE', `/api/clients/${own}/files/${file}`, { headers: by })).status
  const { body } = await call('GET', `/api/clients/${own}`, { headers })
  const theirs = body.client.files.find(({ is_own }: any) => is_own).id
  assert.deepEqual([await remove(headers, shown), await remove(headers, theirs)], [404, 200])
  assert.deepEqual([await remove(who.headers, shown), await remove(who.headers, shown)], [200, 404])
  // Taken away from the professional, it is not there at the next look.
  const third = (await add(who.headers, own)).body.file.id
  assert.equal((await see(headers, own, third)).statusCode, 200)
  await sql`update memberships set is_active = false where user_id = ${user_id}`.execute(db)
  assert.notEqual((await see(headers, own, third)).statusCode, 200)
})

test('a request sent again, also at once, adds one photo; what was made in vain goes', async () => {
  const { made, listed, headers } = await owned()
  const card = await made()
  const both = await Promise.all([add(headers, card, { key: 'one' }), add(headers, card, { key: 'one' })])
  const again = await add(headers, card, { key: 'one' })
  assert.deepEqual(
    [
      both.map(({ status }) => status),
      again.status,
      new Set([...both, again].map(({ body }) => body.file.id)).size,
    ],
    [[201, 201], 201, 1],
  )
  assert.equal((await listed(card)).length, 1)
  const clean = () => removeUnusedImages({ db, files, now: () => clock.now })
  const start = clock.now
  await clean()
  clock.now += 25 * 3_600_000
  await clean()
  clock.now = start
  const [file] = await listed(card)
  assert.equal((await see(headers, card, file!.id)).statusCode, 200, 'what is on a card stays')
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from images i where is_private and not exists (
      select from client_files f where f.business_id = i.business_id and f.image = i.name)`.execute(db)
  assert.equal(rows[0]!.n, 0)
})

test('two at once hold the limit of a card', async () => {
  const { made, listed, headers, business_id } = await owned()
  const card = await made()
  const first = (await add(headers, card)).body.file.id as number
  await sql`
    with copies as (
      insert into images (business_id, name, width, is_private, unused_since)
      select ${business_id}, md5('copy ' || n), 120, true, null from generate_series(1, ${MOST_CARD_FILES - 2}) n
      returning name)
    insert into client_files (business_id, card_id, image, width, kind, written_by, at)
    select f.business_id, f.card_id, c.name, 120, 'after', f.written_by, f.at from client_files f, copies c
    where f.id = ${first}`.execute(db)
  const both = await Promise.all([add(headers, card), add(headers, card)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
  assert.equal(both.find(({ status }) => status === 409)!.body.error, FILE_SENTENCES.full)
  assert.deepEqual([(await add(headers, card)).status, (await listed(card)).length], [409, MOST_CARD_FILES])
})

test('photos go along in a merge and back', async () => {
  const { made, added, listed, as, headers } = await owned()
  const [keep, other] = [await made('Ana'), await made('Anita')]
  const [kept, moved] = [await added(keep), await added(other)]
  const merged = await as('POST', '/api/clients/merge', { keep, merge: [other] })
  assert.deepEqual(new Set((await listed(keep)).map(({ id }) => id)), new Set([kept, moved]))
  assert.equal((await see(headers, keep, moved)).statusCode, 200)
  assert.equal((await see(headers, other, moved)).statusCode, 404)
  assert.equal((await as('POST', '/api/clients/unmerge', { merge_id: merged.body.merge_id })).status, 200)
  assert.deepEqual(
    [await listed(keep), await listed(other)].map((files) => files.map(({ id }) => id)),
    [[kept], [moved]],
  )
})

test('removed, or with a client who is forgotten, rows and files are gone; a store that is down is caught up with', async () => {
  const { made, added, as, headers, business_id } = await owned()
  const [card, other] = [await made(), await made('Otra')]
  const before = onDisk()
  const removed = await added(card)
  await added(card)
  assert.equal((await as('DELETE', `/api/clients/${card}/files/${removed}`)).status, 200)
  assert.equal(onDisk(), before + 1)
  const { body } = await as('POST', '/api/clients/merge', { keep: other, merge: [card] })
  await added(other)
  assert.equal(onDisk(), before + 2)
  isStoreDown = true
  assert.equal((await as('POST', `/api/clients/${other}/forget`)).status, 200)
  assert.equal((await as('POST', '/api/clients/unmerge', { merge_id: body.merge_id })).status, 404)
  const rowsOf = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from client_files where business_id = ${business_id})::int
        + (select count(*) from images where business_id = ${business_id} and removed_at is null)::int as n`.execute(
      db,
    )
    return rows[0]!.n
  }
  assert.equal(await rowsOf(), 0)
  assert.equal((await see(headers, other, removed)).statusCode, 404)
  isStoreDown = false
  await removeUnusedImages({ db, files, now: () => clock.now })
  assert.equal(onDisk(), before)
  // Forgotten by a process that knows of no photos.
  const last = await made('Última')
  await added(last)
  await sql`update client_cards set forgotten_at = now() where id = ${last}`.execute(db)
  await sql`insert into cards_stale values (${business_id}, ${last})`.execute(db)
  await foldCards({ db, now: () => clock.now })
  assert.equal(await rowsOf(), 0)
  await removeUnusedImages({ db, files, now: () => clock.now })
  assert.equal(onDisk(), before)
})

test('photos stay theirs when their only appointment goes to somebody else', async () => {
  const { as, headers, business_id, slug, listed, ...who } = await owned()
  const place = { business_id, slug, ...(await withOffer({ ...who, as, headers, business_id, slug })) }
  const client = {
    client_name: 'Ana Ruiz',
    client_phone: '+573001230001',
    client_email: 'ana@correo.example',
  }
  const { appointment } = (await call('POST', '/api/appointments/public', { body: booking(place, client) }))
    .body
  const cardOf = async () =>
    (
      await db
        .selectFrom('appointments')
        .select('card_id')
        .where('id', '=', appointment.id)
        .executeTakeFirstOrThrow()
    ).card_id!
  const card = await cardOf()
  assert.equal((await add(headers, card)).status, 201)
  const edited = await as('PATCH', `/api/appointments/${appointment.id}`, {
    client_name: 'Beto Gil',
    client_phone: '+573001230002',
    client_email: 'beto@correo.example',
  })
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  assert.notEqual(await cardOf(), card)
  await foldCards({ db, now: () => clock.now })
  assert.equal((await listed(card)).length, 1)
})

test('nobody adds them by the hundred', async () => {
  const { made, headers } = await owned()
  const card = await made()
  const statuses = []
  for (let n = 0; n < 121; n++) statuses.push((await add(headers, card, { content: 'x' })).status)
  assert.deepEqual([new Set(statuses.slice(0, 120)), statuses.at(-1)], [new Set([415]), 429])
})

test('a picture of a page is nobody’s photo, whatever writes it', async () => {
  const { made, business_id, as } = await owned()
  const card = await made()
  const user = (await as('GET', '/api/auth/verify')).body.user.id
  await sql`insert into images (business_id, name, width) values (${business_id}, ${'a'.repeat(32)}, 160)`.execute(
    db,
  )
  await assert.rejects(
    sql`insert into client_files (business_id, card_id, image, width, kind, written_by, at)
      values (${business_id}, ${card}, ${'a'.repeat(32)}, 160, 'after', ${user}, now())`.execute(db),
    /private picture/,
  )
})
