import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BUSINESS_TYPES, profileErrors, whatsappWithCode } from './business.ts'
import { socialUrl, whatsappUrl } from './contact.ts'
import { galleryError, imageError, parseGallery } from './images.ts'

test('fields left out are not judged', () => {
  assert.deepEqual(profileErrors({}), {})
  assert.deepEqual(profileErrors(null), {})
  assert.deepEqual(profileErrors({ unknown: 5 }), {})
  assert.equal(BUSINESS_TYPES.length, 10)
})

test('each field', () => {
  const gallery = (n: number) => JSON.stringify(Array.from({ length: n }, (_, i) => `/uploads/${i}.webp`))
  const cases: [field: string, good: unknown[], bad: unknown[]][] = [
    ['business_name', ['Salón', 'a'.repeat(120)], ['', null, 'a'.repeat(121)]],
    ['business_type', [...BUSINESS_TYPES], ['', 'Panadería', null]],
    ['email', ['a@b.co'], ['', 'a', null]],
    ['phone', ['+573001234567'], ['', '3001234567']],
    ['address', ['', null, 'Cra. 7'], ['a'.repeat(501), 5]],
    ['description', ['', null, 'Hola\nqué tal'], ['a'.repeat(501)]],
    [
      'website',
      ['', null, 'https://salon.co', 'salon.co/x'],
      ['javascript:alert(1)', 'a'.repeat(256), '//x.co'],
    ],
    ['instagram', ['@salon', 'salon', 'https://instagram.com/salon'], ['data:text/html,x', 'a b']],
    ['whatsapp', ['', '+57 300 123 4567', 'https://wa.me/573001234567'], ['hola', '12']],
    ['logo_url', ['', null, '/uploads/a.webp'], ['javascript:x']],
    ['gallery_images', ['', null, '[]', gallery(6)], [gallery(7), 'x', '[5]', '{}', '["javascript:x"]', []]],
    ['meta_title', ['', 'a'.repeat(60)], ['a'.repeat(61)]],
    ['meta_description', ['', 'a'.repeat(160)], ['a'.repeat(161)]],
    ['slug', ['', null, 'salon-bugambilia'], ['Salon', '123', 'a b', 5]],
    ['brand_color', ['', null, '#2563eb', '#2563EB'], ['#fff', 'red', 5]],
    ['brand_color_secondary', [null, '#2563eb'], ['#12345']],
    ['timezone', ['America/Bogota', 'Europe/Madrid'], ['', 'America/Lima', null]],
    ['currency', ['COP', 'EUR'], ['', 'cop', 5]],
    ['reminder_hours', [12, 24], [0, 13, '24', null]],
    ['slot_interval_minutes', [15, 30, 60], [0, 7, '30']],
    ['max_future_appointments', [1, 5, 100], [0, 4, 101, '5', null]],
    ['latitude', [null, 4.7, '4.7', -90], [91, 'x']],
    ['longitude', [null, -74.07, 180], [-181, NaN]],
  ]
  for (const [field, good, bad] of cases) {
    for (const value of good)
      assert.deepEqual(profileErrors({ [field]: value }), {}, `${field}: ${String(value)}`)
    for (const value of bad) {
      assert.deepEqual(Object.keys(profileErrors({ [field]: value })), [field], `${field}: ${String(value)}`)
    }
  }
  assert.equal(
    profileErrors({ gallery_images: gallery(7) })['gallery_images'],
    'Máximo 6 imágenes permitidas',
  )
})

test('links are http(s) or none', () => {
  assert.equal(socialUrl('instagram', '@salon'), 'https://instagram.com/salon')
  assert.equal(socialUrl('facebook', 'salon'), 'https://facebook.com/salon')
  assert.equal(socialUrl('facebook', 'facebook.com/salon'), 'https://facebook.com/salon')
  assert.equal(socialUrl('website', 'http://salon.co'), 'http://salon.co')
  assert.equal(whatsappUrl('+57 300 123-4567'), 'https://wa.me/573001234567')
  for (const none of [null, '', 'hola']) assert.equal(whatsappUrl(none), undefined)
  for (const [typed, phone, stored] of [
    ['300 412 8819', '+573001112233', '+573004128819'],
    ['(0300) 412-8819', '+573001112233', '+573004128819'],
    ['573004128819', '+573001112233', '+573004128819'],
    ['573004128819', '+34612345678', '+573004128819'],
    ['612 345 678', '+34612345678', '+34612345678'],
    ['1 305 123 4567', '+525512345678', '+13051234567'],
    ['+57 300 412 8819', '+34612345678', '+57 300 412 8819'],
    ['https://wa.me/573004128819', '+573001112233', 'https://wa.me/573004128819'],
    ['6013456789', '+573001112233', '6013456789'],
  ] as const)
    assert.equal(whatsappWithCode(typed, phone), stored, typed)
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('javascript:x', 'JaVaScRiPt:x', 'data:x', '//x', '\\\\x', '/x'),
  )
  fc.assert(
    fc.property(text, (value) => {
      const url = socialUrl('website', value)
      if (url !== undefined) assert.match(url, /^https?:\/\//i)
    }),
  )
})

test('a link to a network or a chat leads where it was meant to', () => {
  for (const [network, typed, url] of [
    ['facebook', 'fb.me/salon', 'https://fb.me/salon'],
    ['instagram', 'linktr.ee/x', 'https://linktr.ee/x'],
    ['facebook', 'www.facebook.com', 'https://www.facebook.com'],
    ['instagram', '@bella.comidas', 'https://instagram.com/bella.comidas'],
    ['instagram', 'bella.comidas', 'https://instagram.com/bella.comidas'],
    ['facebook', 'pages/Salon/12345', 'https://facebook.com/pages/Salon/12345'],
    ['website', 'salon.co', 'https://salon.co'],
  ] as const)
    assert.equal(socialUrl(network, typed), url, typed)
  for (const link of [
    'https://wa.me/573001234567?text=Hola%20amigos%2C%20soy%201',
    'wa.me/+573001234567',
    'https://wa.me/c/573001234567',
    'https://wa.me/57%20300%20123%204567/',
    'https://api.whatsapp.com/send?phone=573001234567&text=Son%20las%2010',
    'https://api.whatsapp.com/send/?text=10&phone=%2B57+300+123+4567&app_absent=0',
    'whatsapp://send?phone=573001234567',
  ])
    assert.equal(whatsappUrl(link), 'https://wa.me/573001234567', link)
  for (const none of [
    'https://wa.me/message/ABC1234567',
    'https://wa.link/a1234567',
    '3001234567 / 3007654321',
  ])
    assert.equal(whatsappUrl(none), undefined, none)
})

test('images', () => {
  const text = {
    type: 'Formato de imagen no válido. Use JPG, PNG, GIF o WebP',
    size: 'La imagen es demasiado grande. Máximo 5MB',
  }
  assert.equal(imageError({ type: 'image/webp', size: 5 * 1024 * 1024 }), undefined)
  assert.equal(imageError({ type: 'image/png', size: 5 * 1024 * 1024 + 1 }), text.size)
  for (const type of ['image/svg+xml', 'text/html', ''])
    assert.equal(imageError({ type, size: 1 }), text.type)
  assert.deepEqual(parseGallery('["/a.webp", "", 5]'), ['/a.webp'])
  for (const none of [null, '', 'x', '{}', '5']) assert.deepEqual(parseGallery(none), [])
  assert.equal(
    galleryError('["//evil.co/a.png"]'),
    'La galería debe ser una lista de direcciones de imágenes',
  )
})
