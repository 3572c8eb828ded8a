import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { readPicture } from '#server/uploads/picture.ts'
import { api, database } from '../helper.ts'
import { multipart } from '../multipart.ts'
import { owner, type Owner } from '../owner.ts'
import { until } from '../smtp.ts'

const { app, call } = await api(await database())
const picture = sharp({ create: { width: 200, height: 200, channels: 3, background: '#c0407a' } })
const content = await picture.jpeg().toBuffer()
const { payload, type } = multipart([{ field: 'logo', content, filename: 'foto.jpg', type: 'image/jpeg' }])

/** An upload from that address, which waits for its last bytes until `finish`. */
function begun({ headers }: Owner, remoteAddress: string) {
  const body = new PassThrough()
  body.write(payload.subarray(0, -20))
  const upload = { status: 0, finish: () => body.end(payload.subarray(-20)) }
  const answer = app
    .inject({
      method: 'POST',
      url: '/api/uploads/business/logo',
      headers: { ...headers, 'content-type': type },
      remoteAddress,
      payload: body,
    })
    .then(({ statusCode }) => (upload.status = statusCode))
  return Object.assign(upload, { answer })
}

const ADDRESS = { 'one address': () => '203.0.113.7', 'one /48': (n: number) => `2001:db8:7:${n + 1}::1` }
for (const [of, address] of Object.entries(ADDRESS))
  test(`six businesses of ${of} that begin all the uploads there may be leave room to those of another`, async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => owner(call)))
    const held = owners.flatMap((each, n) => Array.from({ length: 10 }, () => begun(each, address(n))))
    await until(() => held.filter(({ status }) => status === 503).length >= 40)
    const another = begun(await owner(call), '198.51.100.9')
    another.finish()
    assert.equal(await another.answer, 200)
    for (const { finish } of held) finish()
    await Promise.all(held.map(({ answer }) => answer))
    assert.equal(held.filter(({ status }) => status === 200).length, 20)
    // What is done makes room.
    const next = begun(owners[0]!, address(0))
    next.finish()
    assert.equal(await next.answer, 200)
  })

test('a picture of a business waits for three of another one at most, however many that one sends', async (t) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 300, height: 300, channels: 3, background: '#000', noise } as const
  const busy = await sharp({ create }).jpeg().toBuffer()
  // Two are read at once: which of them is done first says nothing.
  const begun: Buffer[] = []
  const reader = sharp.prototype as { metadata(): unknown; options?: { input: { buffer: Buffer } } }
  const { metadata } = reader
  t.mock.method(reader, 'metadata', function (this: typeof reader) {
    begun.push(this.options!.input.buffer)
    return metadata.call(this)
  })
  const all = Array.from({ length: 10 }, () => readPicture(busy, 'one'))
  await Promise.all([...all, readPicture(content, 'another')])
  assert.equal(begun.length, 11)
  assert.ok(begun.indexOf(content) < 4, `as number ${begun.indexOf(content) + 1}`)
})
