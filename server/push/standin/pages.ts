import type { FastifyInstance } from 'fastify'
import { amPm, clockTime, nowIn, relativeShortDate } from '#domain/dates.ts'
import { DEFAULT_TIME_ZONE } from '#domain/timezones.ts'
import type { Shown } from './service.ts'

/** The page of development at /avisos: what locked screens would show. */
export function standInPushRoutes(app: FastifyInstance, shown: Shown[]) {
  app.get('/avisos', { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page(shown)),
  )
}

const html = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function when(at: string): string {
  const sent = nowIn(DEFAULT_TIME_ZONE, Date.parse(at))
  const { date } = nowIn(DEFAULT_TIME_ZONE, Date.now())
  return `${relativeShortDate(sent.date, date)}, ${amPm(clockTime(sent.minute))}`
}

const card = ({ title, body, url, at }: Shown) => `<article>
<header><b>${html(title)}</b><time>${when(at)}</time></header>
${body ? `<p>${html(body)}</p>` : ''}
<a href="${html(url)}">Abrir la cita</a></article>`

const page = (shown: Shown[]) => `<!doctype html><html lang="es-CO"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>Avisos · enpunto</title><style>${STYLE}</style></head><body><main><h1>Avisos</h1>
<p class="about">Lo que mostrarían los teléfonos del equipo. Nada sale de aquí.</p>
${shown.map(card).join('') || '<p class="about">Todavía no hay avisos. Actívalos en Ajustes, Avisos, y reserva una cita.</p>'}
</main></body></html>`

const STYLE = `
*{box-sizing:border-box;margin:0}
body{background:#f7faf8;color:#101714;font:16px/1.5 Figtree,system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:1.5rem}.about{color:#474f4b;margin:4px 0 20px}
article{display:grid;gap:8px;margin-bottom:16px;padding:16px;background:#fff;border:1px solid #e3e7e5;border-radius:16px}
header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}
time{color:#5e6763;font-size:.875rem}p{overflow-wrap:anywhere}
a{display:inline-flex;align-items:center;min-height:44px;color:#046549;justify-self:start}
:focus-visible{outline:2px solid #087f5d;outline-offset:2px}
`
