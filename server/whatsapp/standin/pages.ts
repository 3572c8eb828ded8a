import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { shownPhone } from '#domain/phone.ts'
import type { Deps } from '../../deps.ts'
import { html, linked, sendDevPage, when } from '../../http/dev-page.ts'
import { storeEvents } from '../event-queries.ts'
import { templateOf } from '../templates.ts'
import type { HookEvent } from '../webhook.ts'
import type { Kept } from './channel.ts'

const STATES = { delivered: 'Entregado', read: 'Leído', failed: 'Sin WhatsApp' } as const

/** The page of development at /whatsapp: what would have been sent, and what a client or WhatsApp would do next. */
export function standInRoutes(
  app: FastifyInstance,
  { db, now, eventsCame }: Pick<Deps, 'db' | 'now' | 'eventsCame'>,
  kept: Kept[],
) {
  const config = { access: 'public' } as const

  app.get('/whatsapp', { config }, async (_request, reply) =>
    sendDevPage(reply, {
      title: 'WhatsApp',
      style: STYLE,
      body: listOf(kept),
      may: "form-action 'self'",
    }),
  )

  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8192 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    forms.post('/whatsapp', { config }, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const one = kept.find(({ id }) => id === form.get('id'))
      const event = one && eventOf(one, form, now())
      if (event) {
        await storeEvents(db, [event], now())
        eventsCame()
      }
      return reply.redirect('/whatsapp', 303)
    })
  })
}

/** What is delivered to the web-hook when somebody presses a button; undefined for what there is not. */
function eventOf(
  { id, to, mark, message }: Kept,
  form: URLSearchParams,
  nowMs: number,
): HookEvent | undefined {
  const timestamp = String(Math.floor(nowMs / 1000))
  const state = form.get('state')
  if (state !== null)
    return Object.hasOwn(STATES, state)
      ? {
          status: {
            id,
            status: state,
            timestamp,
            recipient_id: to,
            biz_opaque_callback_data: mark,
            ...(state === 'failed' && { errors: [{ code: 131026, title: 'Message undeliverable' }] }),
          },
        }
      : undefined
  const reply = {
    id: `wamid.${randomBytes(12).toString('base64url')}`,
    timestamp,
    from: to,
    context: { id },
  }
  const tapped = buttonsOf(message).find(({ payload }) => payload === form.get('payload'))
  if (tapped) return { reply: { ...reply, type: 'button', button: tapped } }
  const body = form.get('text')?.trim()
  return body ? { reply: { ...reply, type: 'text', text: { body } } } : undefined
}

function buttonsOf(message: Kept['message']): { text: string; payload: string }[] {
  if (message.type === 'interactive')
    return message.interactive.action.buttons.map(({ reply }: { reply: { id: string; title: string } }) => ({
      text: reply.title,
      payload: reply.id,
    }))
  if (message.type !== 'template') return []
  const { name, language, components } = message.template
  const names = templateOf(name).languages[language.code]?.buttons ?? []
  return components
    .filter(({ type }: { type: string }) => type === 'button')
    .map((button: { index: string; parameters: { payload: string }[] }) => ({
      text: names[Number(button.index)] ?? '',
      payload: button.parameters[0]!.payload,
    }))
}

function textOf(message: Kept['message']): string {
  if (message.type === 'interactive') return message.interactive.body.text
  if (message.type !== 'template') return message.text?.body ?? ''
  const { name, language, components } = message.template
  const values: { text: string }[] = components[0].parameters
  const { body } = templateOf(name).languages[language.code]!
  return body.replace(/\{\{(\d+)\}\}/g, (_, n) => values[Number(n) - 1]?.text ?? '')
}

const form = (id: string, inside: string) =>
  `<form method="post" action="/whatsapp"><input type="hidden" name="id" value="${html(id)}">${inside}</form>`
const press = (id: string, name: string, value: string, text: string) =>
  form(id, `<button name="${name}" value="${html(value)}">${html(text)}</button>`)

const card = ({ id, to, at, message }: Kept) => `<article>
<header><b>${html(shownPhone(`+${to}`))}</b><time>${when(at)}</time></header>
<p>${linked(textOf(message))}</p>
<div>${buttonsOf(message)
  .map(({ text, payload }) => press(id, 'payload', payload, text))
  .join('')}</div>
${form(id, '<input name="text" aria-label="Respuesta" placeholder="Responder…" maxlength="500"><button>Responder</button>')}
<div class="st">${Object.entries(STATES)
  .map(([state, text]) => press(id, 'state', state, text))
  .join('')}</div></article>`

const listOf = (kept: Kept[]) => `<h1>WhatsApp</h1>
<p class="about">Lo que enpunto habría enviado, y lo que harían el cliente o WhatsApp. Nada sale de aquí.</p>
${kept.map(card).join('') || '<p class="about">Todavía no hay mensajes. Elige WhatsApp en Ajustes, Recordatorios, y reserva una cita.</p>'}`

const STYLE = `
.about{color:#474f4b;margin:4px 0 20px}
article{display:grid;gap:12px;margin-bottom:16px;padding:16px;background:#fff;border:1px solid #e3e7e5;border-radius:16px}
header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}
article p{padding:12px 14px;border-radius:4px 18px 18px;background:#e6f7ec;overflow-wrap:anywhere}
div,form{display:flex;flex-wrap:wrap;gap:8px}
button,input{min-height:44px;padding:0 14px;border:1px solid #cfd5d2;border-radius:12px;background:#fff;font:inherit}
button{font-weight:600;cursor:pointer}input[name=text]{flex:1 1 160px;min-width:0}
.st button{color:#474f4b;font-weight:400}
`
