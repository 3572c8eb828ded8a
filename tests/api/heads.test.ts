import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { database, salon } from '../helper.ts'
import { headOf, PUBLIC_URL, site, structuredData } from '../pages.ts'

const db = await database()
const place = await salon(db, { business_name: 'Salón Bugambilia' })
const { get } = await site(db)

interface Page {
  /** The path in web/routes.ts. */
  route: string
  url: string
  title: string
  status?: number
  indexed?: boolean
  /** Defaults to `url` without its query. */
  canonical?: string
}

const booking = { title: 'Agendar Cita - Salón Bugambilia', canonical: `/negocio/${place.slug}` }

const PAGES: Page[] = [
  { route: '/', url: '/', title: 'enpunto: agenda de citas en línea, gratis para tu negocio', indexed: true },
  { route: 'login', url: '/login', title: 'Iniciar Sesión - enpunto', indexed: true },
  { route: 'register', url: '/register', title: 'Registrarse - enpunto', indexed: true },
  { route: 'forgot-password', url: '/forgot-password', title: 'Recuperar contraseña - enpunto' },
  { route: 'reset-password', url: '/reset-password?token=x', title: 'Crear contraseña nueva - enpunto' },
  {
    route: 'confirmar-correo',
    url: '/confirmar-correo?token=x',
    title: 'Confirma tu correo - enpunto',
  },
  {
    route: 'sin-publicidad',
    url: '/sin-publicidad?token=x',
    title: 'No quiero más publicidad - enpunto',
  },
  { route: 'invitacion', url: '/invitacion?token=x', title: 'Invitación - enpunto' },
  { route: 'estado', url: '/estado', title: 'Estado del servicio - enpunto', indexed: true },
  { route: 'reportar/:slug', url: `/reportar/${place.slug}`, title: 'Reportar una página - enpunto' },
  { route: '*', url: '/no/existe', title: 'Página no encontrada - enpunto', status: 404 },
  { route: 'dashboard', url: '/dashboard', title: 'Dashboard - enpunto' },
  { route: 'dashboard/income', url: '/dashboard/income', title: 'Mis ingresos - enpunto' },
  { route: 'dashboard/credits', url: '/dashboard/credits', title: 'Mensajes de recordatorio - enpunto' },
  { route: 'dashboard/messages', url: '/dashboard/messages', title: 'Mensajes de hoy - enpunto' },
  { route: 'dashboard/appointments', url: '/dashboard/appointments', title: 'Citas - enpunto' },
  { route: 'dashboard/services', url: '/dashboard/services', title: 'Servicios - enpunto' },
  { route: 'dashboard/professionals', url: '/dashboard/professionals', title: 'Profesionales - enpunto' },
  { route: 'dashboard/clients', url: '/dashboard/clients', title: 'Clientes - enpunto' },
  {
    route: 'dashboard/clients/:id',
    url: '/dashboard/clients/7',
    title: 'Ficha del cliente - enpunto',
  },
  {
    route: 'dashboard/clients/duplicates',
    url: '/dashboard/clients/duplicates',
    title: 'Fichas repetidas - enpunto',
  },
  {
    route: 'dashboard/appointments/import',
    url: '/dashboard/appointments/import',
    title: 'Importar citas - enpunto',
  },
  {
    route: 'dashboard/clients/import',
    url: '/dashboard/clients/import',
    title: 'Importar clientes - enpunto',
  },
  { route: 'dashboard/settings', url: '/dashboard/settings', title: 'Configuración - enpunto' },
  { route: 'client', url: '/client?token=secreto', title: 'Portal del Cliente - enpunto' },
  { route: 'admin/login', url: '/admin/login', title: 'Ingreso de administrador - enpunto' },
  { route: 'admin/dashboard', url: '/admin/dashboard', title: 'Panel de Administrador - enpunto' },
  { route: 'admin/businesses/:id', url: '/admin/businesses/1', title: 'Negocio - enpunto' },
  { route: 'negocio/:slug', url: `/negocio/${place.slug}?servicio=1`, indexed: true, ...booking },
  { route: 'book/:businessId', url: `/book/${place.business_id}`, indexed: true, ...booking },
]

describe('the head of every page', () => {
  test('the table holds every route', () => {
    const text = readFileSync(join(import.meta.dirname, '../../web/routes.ts'), 'utf8')
    assert.deepEqual(PAGES.map(({ route }) => route).sort(), routesIn(text).sort())
  })

  for (const { route, url, title, status = 200, indexed = false, canonical = url.split('?')[0]! } of PAGES)
    test(url.replace(place.slug, '{slug}'), async () => {
      const page = await get(url)
      assert.equal(page.status, status)
      const head = headOf(page.body)
      assert.deepEqual(head.titles, [title])
      const description = head.meta('description')!
      assert.ok(description.length >= 30 && description.length <= 165, description)
      assert.doesNotMatch(description, ENGLISH)
      assert.equal(head.meta('robots'), indexed ? undefined : 'noindex')
      assert.equal(head.canonical, PUBLIC_URL + canonical)
      assert.equal(head.property('og:url'), head.canonical)
      assert.equal(head.property('og:title'), title)
      assert.equal(head.property('og:description'), description)
      assert.equal(head.property('og:locale'), 'es_CO')
      assert.equal(head.property('og:site_name'), 'enpunto')
      assert.equal(head.meta('twitter:card'), 'summary_large_image')
      const picture = head.property('og:image')
      if (route !== 'negocio/:slug' && route !== 'book/:businessId')
        assert.match(picture!, /^http:\/\/localhost:3000\/assets\/share-[\w-]+\.jpg$/)
      const [data, ...more] = structuredData(page.body)
      assert.deepEqual([data['@context'], more], ['https://schema.org', []])
      if (data['@type'] === 'WebPage') assert.deepEqual([data.name, data.url], [title, head.canonical])
      assert.doesNotMatch(page.body.split('</head>')[0]!, /secreto/)
    })

  test('however its address is typed, a page names the same one', async () => {
    for (const url of ['/Register', '/REGISTER/', '/register//', '/register?x=1']) {
      const { canonical } = headOf((await get(url)).body)
      assert.equal(canonical, `${PUBLIC_URL}/register`, url)
    }
  })

  test('no two pages have the same title or description', async () => {
    const pages = PAGES.filter(({ route }) => route !== 'book/:businessId' && route !== 'dashboard')
    const public_ = pages.filter(({ route }) => !/^(dashboard|admin)/.test(route))
    const heads = await Promise.all(public_.map(async ({ url }) => headOf((await get(url)).body)))
    assert.equal(new Set(pages.map(({ title }) => title)).size, pages.length)
    assert.equal(new Set(heads.map((head) => head.meta('description'))).size, public_.length)
  })

  test('a business that does not exist is not listed', async () => {
    for (const url of ['/negocio/no-existe', '/book/999999']) {
      const page = await get(url)
      assert.equal(page.status, 404)
      const head = headOf(page.body)
      assert.deepEqual(head.titles, ['Negocio no encontrado'])
      assert.equal(head.meta('robots'), 'noindex')
      assert.equal(head.canonical, undefined)
    }
  })
})

test('/admin leads to the panel; what is not below it, or below other screens, is not found', async () => {
  for (const url of ['/admin', '/admin/'])
    assert.deepEqual(
      [(await get(url)).status, (await get(url)).headers['location']],
      [302, '/admin/dashboard'],
    )
  for (const url of ['/admin/nada', '/admin/dashboard/x', '/client/nada', '/dashboard/nada'])
    assert.equal((await get(url)).status, 404, url)
})

test('screens that show nothing without script say that they need it', async () => {
  for (const url of ['/dashboard', '/dashboard/settings', '/admin/dashboard', '/client?token=x', '/login'])
    assert.match((await get(url)).body, /<noscript><p [^>]+>Activa JavaScript en tu navegador/, url)
})

test('an address that cannot be read leads to the page that is not found', async () => {
  const { status, headers } = await get('/negocio/100%')
  assert.deepEqual([status, headers['location']], [302, '/no-encontrada'])
  assert.equal((await get('/no-encontrada')).status, 404)
  assert.equal((await get('/api/negocio/100%')).status, 400)
})

const ENGLISH = /\b(the|your|and|book|appointment|business|with)\b/i

/** The paths of route(…) and index(…), with those of their parents. */
function routesIn(text: string): string[] {
  const found: string[] = []
  let parent = ''
  for (const line of text.split('\n')) {
    const [, kind, path] = /^\s*(route|index|layout)\('([^']*)'/.exec(line) ?? []
    const isParent = line.trimEnd().endsWith('[')
    if (isParent) parent = kind === 'route' ? `${path}/` : ''
    else if (kind === 'route') found.push(parent + path)
    else if (kind === 'index') found.push(parent.replace(/\/$/, '') || '/')
    else if (/^\s*\]\)/.test(line)) parent = ''
  }
  return found
}
