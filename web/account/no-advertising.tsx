import { tokenIn } from '#domain/link-token.ts'
import { useState } from 'react'
import { type ActionFunctionArgs, data, type MetaFunction, useSearchParams } from 'react-router'
import { contexts } from '../context.ts'
import { head } from '../head.ts'
import { api } from '../ui/api.ts'
import { useSentForm } from '../ui/form/use-sent-form.ts'
import { Icon } from '../ui/icon.tsx'
import { info } from '../ui/icons-panel.ts'
import { AccountScreen } from './screen.tsx'
import { Submit } from './submit.tsx'

const FAILED = 'No pudimos anotarlo. Intenta de nuevo.'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'No quiero más publicidad',
    description: 'Deja de recibir la publicidad de un negocio.',
    indexed: false,
  })

/**
 * A form that is sent without script, and what mail programs send by themselves (RFC 8058, 'List-Unsubscribe=One-Click'): the
 * address says all of it, so that what the form holds does not matter.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = tokenIn(new URL(request.url).searchParams) ?? ''
  const { status, body } = await context.get(contexts.api)('/api/appointments/client/no-advertising', {
    method: 'POST',
    body: { token },
  })
  if (body.success) return data({ from: String(body.business_name) }, status)
  return data({ refused: String(body.error ?? FAILED) }, status)
}

/** Behind the link of a mail of advertising. It asks first, because programs that look for viruses open links too. */
export default function NoAdvertising({ actionData }: { actionData?: { from?: string; refused?: string } }) {
  const token = tokenIn(useSearchParams()[0]) ?? ''
  const [from, setFrom] = useState(actionData?.from)
  const { form, isSending, onSubmit, error } = useSentForm<{ token: string }>({
    rule: () => ({}),
    failure: FAILED,
    async send() {
      const { business_name } = await api.post('/api/appointments/client/no-advertising', { body: { token } })
      setFrom(business_name)
    },
  })
  form.register('token')
  const wrong = error('token') ?? actionData?.refused

  if (from !== undefined)
    return (
      <AccountScreen
        title="Listo, no más publicidad"
        text={`${from} ya no te escribirá para saludarte ni ofrecerte nada. Lo de tus citas te sigue llegando.`}
        hasNews
      >
        <p className="small muted after">Ya puedes cerrar esta página.</p>
      </AccountScreen>
    )
  return (
    <AccountScreen
      title="No quiero más publicidad"
      text="Dejas de recibir saludos y promociones de este negocio. Las confirmaciones y los recordatorios de tus citas siguen."
    >
      {wrong && (
        <p className="banner banner-warn" role="alert">
          <Icon d={info} />
          {wrong}
        </p>
      )}
      <form method="post" noValidate onSubmit={onSubmit}>
        <Submit isSending={isSending} sending="Anotando...">
          No quiero más publicidad
        </Submit>
      </form>
    </AccountScreen>
  )
}
