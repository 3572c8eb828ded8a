import type { DataCopy } from '#domain/api/calls/data-copy.ts'
import { COPY_LISTS, COPY_ROWS, COPY_SENTENCES, type CopyList } from '#domain/data-copy.ts'
import { KINDS_TO_CLIENTS, toldKindOf, type ToldKind } from '#domain/told.ts'
import { amPm, clockTime, longDate, nowIn } from '#domain/dates.ts'

// In the order in which a row shows them.
const LABELS: Record<string, string> = {
  client_name: 'Nombre',
  client_phone: 'Teléfono',
  client_email: 'Correo',
  client_id: 'Cédula',
  birthday: 'Cumpleaños',
  alert: 'Aviso',
  blocked_at: 'Bloqueado desde',
  blocked_reason: 'Motivo del bloqueo',
  source: 'Origen',
  created_at: 'Creado',
  service_name: 'Servicio',
  professional_name: 'Profesional',
  appointment_date: 'Fecha',
  appointment_time: 'Hora',
  duration_minutes: 'Minutos',
  price: 'Precio',
  actual_price: 'Precio cobrado',
  status: 'Estado',
  attendance_status: 'Asistencia',
  client_confirmed_at: 'Confirmada',
  arrived_at: 'Llegada',
  cancellation_reason: 'Motivo de la cancelación',
  no_show_reason: 'Motivo de la inasistencia',
  notes: 'Notas',
  consent_version: 'Versión de la política',
  consented_at: 'Autorización',
  body: 'Texto',
  at: 'Fecha',
  label: 'Etiqueta',
  purpose: 'Para',
  given: 'Autorizado',
  text_version: 'Versión del texto',
  channel: 'Medio',
  kind: 'Tipo',
  details: 'Detalle',
  received_at: 'Recibida',
  due_date: 'Respuesta a más tardar',
  extended_reason: 'Motivo de la prórroga',
  outcome: 'Resultado',
  answer: 'Respuesta',
  answered_at: 'Respondida',
  recipient: 'Para',
  state: 'Estado',
  settled_at: 'Enviado',
  delivered_at: 'Entregado',
  read_at: 'Leído',
  from_phone: 'Desde',
  text: 'Texto',
}
// Of several fields; a word means the same in each.
const WORDS: Record<string, string> = {
  scheduled: 'Programada',
  completed: 'Completada',
  cancelled: 'Cancelada',
  pending: 'Pendiente',
  attended: 'Asistió',
  no_show: 'No asistió',
  booking: 'Reserva',
  owner: 'El negocio',
  import: 'Importación',
  page: 'Página de reservas',
  portal: 'Tus citas',
  email: 'Correo',
  whatsapp: 'WhatsApp',
  marketing: 'Saludos y promociones',
  health_data: 'Datos de salud',
  service: 'El servicio',
  queued: 'Por enviar',
  sent: 'Enviado',
  failed: 'No llegó',
  skipped: 'No se envió',
  done: 'Hecho',
  refused: 'No se hizo',
  consult: 'Consultar',
  correct: 'Corregir',
  erase: 'Suprimir',
  revoke: 'Revocar',
  before: 'Antes',
  after: 'Después',
  document: 'Documento',
  data_answered_client: 'Respuesta a tu solicitud',
  data_extended_client: 'Prórroga de tu solicitud',
}
const TOLD: Record<ToldKind, string> = {
  booked: 'Confirmación',
  changed: 'Cambio de la cita',
  cancelled: 'Cancelación',
  advance: 'Recordatorio',
  two_hours: 'Recordatorio',
  reminder: 'Recordatorio',
  link: 'Enlace para ver tus citas',
}
// What a person typed is shown as it is.
const CODED = new Set([
  'status',
  'attendance_status',
  'source',
  'purpose',
  'channel',
  'state',
  'outcome',
  'kind',
])

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** A copy of a client's data as a page that stands alone and runs nothing. */
export function dataPage(data: DataCopy, timezone: string): string {
  const { business_name, client_email, card, shortened } = data
  const instant = (text: string | number) => {
    const { date, minute } = nowIn(timezone, typeof text === 'number' ? text : Date.parse(text))
    return `${longDate(date)}, ${amPm(clockTime(minute))}`
  }
  const shown = (name: string, value: unknown) => {
    if (typeof value === 'boolean') return value ? 'Sí' : 'No'
    const text = String(value)
    if (/_at$|^at$/.test(name)) return instant(text)
    if (name.endsWith('_date')) return longDate(text)
    if (name === 'appointment_time') return amPm(text.slice(0, 5))
    if (name === 'kind' && KINDS_TO_CLIENTS.includes(text)) return TOLD[toldKindOf(text)]
    return CODED.has(name) ? (WORDS[text] ?? text) : text
  }
  const fields = (row: Record<string, unknown>) => {
    const parts = Object.entries(LABELS).map(([name, label]) => {
      const value = row[name]
      const isEmpty = value === undefined || value === null || value === ''
      return isEmpty ? '' : `<dt>${label}</dt><dd>${escaped(shown(name, value))}</dd>`
    })
    return `<dl>${parts.join('')}</dl>`
  }
  const section = (name: CopyList) => {
    const rows = data[name]
    const cut = shortened.includes(name) ? `<p>Solo las ${COPY_ROWS} más recientes.</p>` : ''
    const items = rows.map((row) => `<li>${fields(row)}</li>`).join('')
    return `<section><h2>${COPY_LISTS[name]} (${rows.length})</h2>${cut}${items && `<ul>${items}</ul>`}</section>`
  }
  const names = Object.keys(COPY_LISTS) as CopyList[]
  const title = escaped(`Tus datos en ${business_name}`)
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1c1917;background:#fff}
ul{list-style:none;padding:0}li{border-top:1px solid #d6d3d1;padding:.5rem 0}
dl{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.25rem 1rem;margin:0}
dt{color:#57534e}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}</style></head>
<body><main><h1>${title}</h1>
<p>De ${escaped(client_email)}, el ${instant(data.at)}.</p>
<section><h2>Tu ficha</h2>${card ? fields(card) : `<p>${COPY_SENTENCES.withoutCard}</p>`}</section>
${names.map(section).join('\n')}
</main></body></html>
`
}
