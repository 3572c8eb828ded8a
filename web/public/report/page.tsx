import { REPORT_MAX, REPORT_REASONS, reportErrors, type ReportReason } from '#domain/page-report.ts'
import { useEffect, useRef, useState } from 'react'
import { type ActionFunctionArgs, data, type MetaFunction, useParams } from 'react-router'
import { contexts } from '../../context.ts'
import { head } from '../../head.ts'
import { api } from '../../ui/api.ts'
import { Field, FieldError } from '../../ui/field.tsx'
import { useSentForm } from '../../ui/form/use-sent-form.ts'
import '../../ui/banner.css'
import { Icon } from '../../ui/icon.tsx'
import { info } from '../../ui/icons-panel.ts'
import '../../ui/panel.css'
import './report.css'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'Reportar una página',
    description: 'Cuéntanos qué pasa con una página de reservas hecha con enpunto.',
    indexed: false,
  })

interface Values {
  reason: ReportReason | ''
  details: string
  email: string
}

const FAILED = 'Error al enviar el reporte'

const bodyOf = ({ reason, details, email }: Values) => ({
  reason: reason as ReportReason,
  details: details.trim() || null,
  email: email.trim() || null,
})

/** What became of a form that was sent without script, or before it came. */
interface Posted {
  isSent: boolean
  refused?: string
  /** As they were typed. */
  values?: Values
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => new FormData())
  const [reason, details, email] = ['reason', 'details', 'email'].map((name) => String(form.get(name) ?? ''))
  const values = { reason, details, email } as Values
  const { status, body } = await context.get(contexts.api)(
    `/api/businesses/public/slug/${encodeURIComponent(params['slug'] ?? '')}/reports`,
    { method: 'POST', body: bodyOf(values) },
  )
  if (body.success) return data<Posted>({ isSent: true })
  return data<Posted>({ isSent: false, refused: String(body.error ?? FAILED), values }, status)
}

/** Where the link at the end of a business's page leads: what is wrong with that page. */
export default function ReportPage({ actionData }: { actionData?: Posted }) {
  const { slug = '' } = useParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isSent, setSent] = useState(actionData?.isSent ?? false)
  useEffect(() => {
    if (isSent) heading.current?.focus()
  }, [isSent])
  return (
    <div className="report">
      <h1 className="h1" ref={heading} tabIndex={isSent ? -1 : undefined}>
        {isSent ? 'Gracias por avisarnos' : 'Reportar esta página'}
      </h1>
      {isSent ? (
        <p>Una persona de enpunto lo revisa. Si dejaste tu correo, te escribimos solo si hace falta.</p>
      ) : (
        <ReportForm slug={slug} posted={actionData} onSent={() => setSent(true)} />
      )}
      <p>
        <a className="link" href={`/negocio/${encodeURIComponent(slug)}`}>
          Volver a la página
        </a>
      </p>
    </div>
  )
}

interface FormProps {
  slug: string
  posted: Posted | undefined
  onSent: () => void
}

function ReportForm({ slug, posted, onSent }: FormProps) {
  const { form, isSending, onSubmit, error } = useSentForm<Values>({
    rule: reportErrors,
    failure: FAILED,
    async send({ reason, details, email }) {
      await api.post('/api/businesses/public/slug/:slug/reports', {
        params: { slug },
        body: bodyOf({ reason, details, email }),
      })
      onSent()
    },
  })
  return (
    <>
      <p className="muted">El negocio no sabe quién lo reporta.</p>
      {posted?.refused && (
        <p className="banner banner-warn" role="alert">
          <Icon d={info} />
          {posted.refused}
        </p>
      )}
      <form method="post" noValidate onSubmit={onSubmit}>
        <fieldset className="report-reasons" aria-describedby={error('reason') && 'reason-error'}>
          <legend className="label">¿Qué pasa?</legend>
          {Object.entries(REPORT_REASONS).map(([reason, label]) => (
            <label key={reason}>
              <input
                type="radio"
                value={reason}
                defaultChecked={posted?.values?.reason === reason}
                {...form.register('reason')}
              />
              {label}
            </label>
          ))}
          <FieldError id="reason" error={error('reason')} />
        </fieldset>
        <Field id="details" label="Cuéntanos más (opcional)" error={error('details')}>
          {(described) => (
            <textarea
              {...described}
              {...form.register('details')}
              defaultValue={posted?.values?.details}
              className="input"
              rows={4}
              maxLength={REPORT_MAX}
            />
          )}
        </Field>
        <Field
          id="email"
          label="Tu correo (opcional)"
          hint="Solo por si tenemos una pregunta."
          error={error('email')}
        >
          {(described) => (
            <input
              {...described}
              {...form.register('email')}
              defaultValue={posted?.values?.email}
              className="input"
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
            />
          )}
        </Field>
        <button
          type="submit"
          className="btn btn-lg"
          aria-disabled={isSending}
          onClick={(event) => isSending && event.preventDefault()}
        >
          {isSending && <span className="spinner" />}
          {isSending ? 'Enviando...' : 'Enviar reporte'}
        </button>
      </form>
    </>
  )
}
