import type { FastifyInstance } from 'fastify'
import { html, sendDevPage, when } from '../../http/dev-page.ts'
import type { Shown } from './service.ts'

/** The page of development at /avisos: what locked screens would show. */
export function standInPushRoutes(app: FastifyInstance, shown: Shown[]) {
  app.get('/avisos', { config: { access: 'public' } }, async (_request, reply) =>
    sendDevPage(reply, { title: 'Avisos', style: STYLE, body: listOf(shown) }),
  )
}

const card = ({ title, body, url, at }: Shown) => `<article>
<header><b>${html(title)}</b><time>${when(at)}</time></header>
${body ? `<p>${html(body)}</p>` : ''}
<a href="${html(url)}">Abrir la cita</a></article>`

const listOf = (shown: Shown[]) => `<h1>Avisos</h1>
<p class="about">Lo que mostrarían los teléfonos del equipo. Nada sale de aquí.</p>
${shown.map(card).join('') || '<p class="about">Todavía no hay avisos. Actívalos en Ajustes, Avisos, y reserva una cita.</p>'}`

const STYLE = `
.about{color:#474f4b;margin:4px 0 20px}
article{display:grid;gap:8px;margin-bottom:16px;padding:16px;background:#fff;border:1px solid #e3e7e5;border-radius:16px}
header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}
p{overflow-wrap:anywhere}
a{display:inline-flex;align-items:center;min-height:44px;justify-self:start}
`
