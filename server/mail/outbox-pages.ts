import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, linked, sendDevPage, when } from '../http/dev-page.ts'
import { storedMail, storedMails, type StoredMail } from './outbox-store.ts'

/** Pages that show the outbox during development: the list at /correos and each mail below it. */
export function outboxRoutes(app: FastifyInstance, dir: string) {
  const config = { access: 'public' } as const

  app.get('/correos', { config }, async (_request, reply) => {
    const mails = await Promise.all((await storedMails(dir)).slice(0, 500).map((name) => named(dir, name)))
    return page(reply, 'Correos', list(mails.filter((mail) => mail !== undefined)))
  })

  app.get<{ Params: { name: string } }>('/correos/:name', { config }, async ({ params }, reply) => {
    const mail = await storedMail(dir, params.name)
    if (!mail)
      return page(reply.code(404), 'Correo no encontrado', '<p class="none">Este correo no existe.</p>')
    return page(reply, mail.subject, reading(mail))
  })
}

async function named(dir: string, name: string) {
  const mail = await storedMail(dir, name)
  return mail && { name, ...mail }
}

const list = (mails: (StoredMail & { name: string })[]) =>
  `<header><h1>Correos</h1><p>Lo que enpunto habría enviado. Aquí quedan mientras no haya un servidor de correo.</p></header>` +
  (mails.length === 0
    ? '<p class="none">Todavía no hay correos. Reserva una cita y vuelve aquí.</p>'
    : `<ul>${mails
        .map(
          ({ name, to, subject, at }) =>
            `<li><a href="/correos/${name}"><b>${html(subject)}</b><span>Para ${html(to)}</span><time>${when(at)}</time></a></li>`,
        )
        .join('')}</ul>`)

const reading = (mail: StoredMail) => `<nav><a href="/correos">← Todos los correos</a></nav>
<header><h1>${html(mail.subject)}</h1>
<dl><div><dt>De</dt><dd>${html(mail.from)}</dd></div><div><dt>Para</dt><dd>${html(mail.to)}</dd></div>
<div><dt>Enviado</dt><dd>${when(mail.at)}</dd></div></dl>
${(mail.attachments ?? []).map(attachment).join('')}</header>
<iframe title="El correo" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${html(opensOutside(mail.html))}"></iframe>
<details><summary>Versión en texto</summary><pre>${linked(mail.text)}</pre></details>`

const attachment = ({ filename, contentType, content }: NonNullable<StoredMail['attachments']>[number]) =>
  `<a class="file" download="${html(filename)}" href="data:${html(contentType.split(';')[0]!)};base64,${Buffer.from(content).toString('base64')}">Descargar ${html(filename)}</a>`

/**
 * Links of the mail open in a new tab, as from a mail program: inside the sandboxed frame they would not
 * work.
 */
const opensOutside = (mail: string) =>
  mail.replace(/<head[^>]*>|^/i, (head) => `${head}<base target="_blank">`)

const page = (reply: FastifyReply, title: string, body: string) =>
  sendDevPage(reply.header('referrer-policy', 'no-referrer'), {
    title,
    style: STYLE,
    body,
    // The frame of the mail inherits the policy.
    may: 'img-src http: https: data:',
  })

const STYLE = `
h1{line-height:1.25;letter-spacing:-.02em;overflow-wrap:anywhere}
header{margin-bottom:20px}header p{color:#474f4b;margin-top:4px}
nav a{display:inline-flex;align-items:center;min-height:48px;text-decoration:none;font-weight:600}
ul{list-style:none;padding:0;background:#fff;border:1px solid #e3e7e5;border-radius:16px;overflow:hidden}
li+li{border-top:1px solid #e3e7e5}
li a{display:grid;grid-template-columns:1fr auto;gap:2px 16px;padding:14px 18px;color:inherit;text-decoration:none}
li a:hover{background:#f0fbf6}li b{font-weight:600;overflow-wrap:anywhere}
li span{grid-row:2;color:#5e6763;font-size:.875rem;overflow-wrap:anywhere}
time{font-variant-numeric:tabular-nums;white-space:nowrap}
dl{margin-top:12px;font-size:.875rem}dl div{display:flex;gap:12px;padding:2px 0}
dt{flex:0 0 64px;color:#5e6763}dd{overflow-wrap:anywhere}
.file{display:inline-flex;align-items:center;min-height:48px;margin-top:12px;padding:0 18px;border:1px solid #cfd5d2;border-radius:12px;background:#fff;font-weight:600;text-decoration:none}
iframe{display:block;width:100%;height:1000px;border:1px solid #e3e7e5;border-radius:16px;background:#fff}
details{margin-top:20px}summary{min-height:48px;padding:12px 0;font-weight:600;cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.6 ui-monospace,monospace;background:#fff;border:1px solid #e3e7e5;border-radius:16px;padding:18px}
.none{color:#474f4b;padding:32px 0}
@media(max-width:480px){iframe{height:1300px}li a{grid-template-columns:1fr}li span{grid-row:auto}}
`
