import { amPm, clockTime, mediumDate, nowIn } from '#domain/dates.ts'
import type { Answer } from '#domain/api/calls.ts'
import '../ui/banner.css'
import { Icon } from '../ui/icon.tsx'
import { warning } from '../ui/icons-panel.ts'
import { useLoaded, whatsAppQuery } from './queries.ts'

type Template = Answer<'GET /api/admin/whatsapp'>['templates'][number]

/** That WhatsApp takes no message, or not some of them, since when, and what to look at. */
export function WhatsAppStopped() {
  const { data } = useLoaded(whatsAppQuery())
  if (!data) return null
  const { disconnected_since, templates } = data
  return (
    <>
      {disconnected_since && (
        <div className="banner banner-danger" role="status">
          <Icon d={warning} />
          <span>
            <b>WhatsApp está desconectado</b> desde el {momentText(disconnected_since)}: rechaza nuestra
            clave. Los mensajes esperan. Revisa WHATSAPP_TOKEN.
          </span>
        </div>
      )}
      {templates.map((template) => (
        <div key={`${template.name} ${template.language}`} className="banner banner-warn" role="status">
          <Icon d={warning} />
          <span>
            <b>
              La plantilla {template.name} ({template.language}) {whatText(template)}
            </b>{' '}
            {template.what === 'marketing_soon'
              ? 'Pide una revisión en el administrador de WhatsApp antes de eso.'
              : 'No la enviamos: los recordatorios van por correo. Revísala en el administrador de WhatsApp.'}
          </span>
        </div>
      ))}
    </>
  )
}

function whatText({ what, status, reason, at }: Template): string {
  const since = `el ${momentText(at)}`
  if (what === 'marketing') return `es publicidad para WhatsApp desde ${since}.`
  if (what === 'marketing_soon') return `va a ser publicidad para WhatsApp: lo avisó ${since}.`
  return `está detenida desde ${since} (${[status, reason].filter(Boolean).join(', ')}).`
}

/** 'lunes 23 de noviembre, 10:12 am', by the clock of whoever looks. */
function momentText(at: string): string {
  const { date, minute } = nowIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.parse(at))
  return `${mediumDate(date)}, ${amPm(clockTime(minute))}`
}
