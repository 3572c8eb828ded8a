import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  galleryError,
  imageOfWidth,
  imageSizes,
  imageSrcSet,
  imageUrl,
  parseGallery,
  uploadedImage,
} from './images.ts'

const NAME = '0123456789abcdef0123456789abcdef'

test('an uploaded picture is known by its address', () => {
  assert.deepEqual(uploadedImage(`/files/${NAME}-900.webp`), { name: NAME, width: 900 })
  assert.deepEqual(uploadedImage(imageUrl(NAME, 1920)), { name: NAME, width: 1920 })
  for (const other of [
    '/files/demo-logo.webp',
    `/files/${NAME}.webp`,
    `/files/${NAME}-0.webp`,
    `/files/${NAME}-900.png`,
    '',
    `https://x.example/files/${NAME}-900.webp`,
    `/files/../${NAME}-900.webp`,
    `/files/${NAME}-900.webp?x`,
    null,
    7,
  ])
    assert.equal(uploadedImage(other), undefined, String(other))
})

test('its sizes follow from its width', () => {
  assert.deepEqual(imageSizes(1920), [160, 320, 640, 1280, 1920])
  assert.deepEqual(imageSizes(640), [160, 320, 640])
  assert.deepEqual(imageSizes(641), [160, 320, 640, 641])
  assert.deepEqual(imageSizes(1), [1])
  assert.equal(
    imageSrcSet(imageUrl(NAME, 400)),
    `/files/${NAME}-160.webp 160w, /files/${NAME}-320.webp 320w, /files/${NAME}-400.webp 400w`,
  )
  assert.equal(imageSrcSet('https://cdn.example/a.jpg'), undefined)
})

test('the smallest size that is wide enough', () => {
  const url = imageUrl(NAME, 900)
  for (const [width, expected] of [
    [1, 160],
    [160, 160],
    [161, 320],
    [640, 640],
    [641, 900],
    [5000, 900],
  ] as const)
    assert.equal(imageOfWidth(url, width), imageUrl(NAME, expected))
  assert.equal(imageOfWidth('/files/demo-logo.webp', 160), '/files/demo-logo.webp')
})

test('a gallery is JSON text of at most six addresses', () => {
  assert.deepEqual(parseGallery('["/a","/b"]'), ['/a', '/b'])
  for (const text of ['x', '{}', null, undefined, '[1]', '[""]']) assert.deepEqual(parseGallery(text), [])
  assert.equal(galleryError(JSON.stringify(Array(6).fill('/a'))), undefined)
  assert.equal(galleryError(JSON.stringify(Array(7).fill('/a'))), 'Máximo 6 imágenes permitidas')
  for (const text of ['x', '{}', '[1]', '["javascript:x"]', '["//x.example"]'])
    assert.ok(galleryError(text), text)
})
