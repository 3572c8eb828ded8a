/** What the pages of development have in common that show what would have been sent: mails, WhatsApps, pushes. */
import type { FastifyReply } from 'fastify'
import { amPm, clockTime, nowIn, relativeShortDate } from '#domain/dates.ts'
import { DEFAULT_TIME_ZONE } from '#domain/timezones.ts'

interface Page {
  title: string
  style: string
  body: string
  /** What it may do besides having styles, as directives of its content security policy; scripts never. */
  may?: string
}

export const sendDevPage = (reply: FastifyReply, { title, style, body, may = '' }: Page) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; ${may}`)
    .send(`<!doctype html><html lang="es-CO"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${html(title)} · enpunto</title><style>${STYLE}${style}</style></head><body><main>${body}</main></body></html>`)

export const html = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export const linked = (text: string) =>
  html(text).replace(
    /https?:\/\/[^\s<]+/g,
    (url) => `<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`,
  )

export function when(at: string): string {
  const sent = nowIn(DEFAULT_TIME_ZONE, Date.parse(at))
  const { date } = nowIn(DEFAULT_TIME_ZONE, Date.now())
  return `${relativeShortDate(sent.date, date)}, ${amPm(clockTime(sent.minute))}`
}

const STYLE = `
*{box-sizing:border-box;margin:0}
body{background:#f7faf8;color:#101714;font:16px/1.5 Figtree,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:760px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:1.5rem}a{color:#046549}time{color:#5e6763;font-size:.875rem}
:focus-visible{outline:2px solid #087f5d;outline-offset:2px}`
