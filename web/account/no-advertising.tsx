import { useState } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { head } from '../head.ts'
import { api } from '../ui/api.ts'
import { useSentForm } from '../ui/form/use-sent-form.ts'
import { Icon } from '../ui/icon.tsx'
import { info } from '../ui/icons-panel.ts'
import { AccountScreen } from './screen.tsx'
import { Submit } from './submit.tsx'

export const meta: MetaFunction = (args) =>
  head(args, {
    title: 'No quiero más publicidad',
    description: 'Deja de recibir la publicidad de un negocio.',
    indexed: false,
  })

/** Behind the link of a mail of advertising. It asks first, because programs that look for viruses open links too. */
export default function NoAdvertising() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [from, setFrom] = useState<string>()
  const { form, isSending, onSubmit, error } = useSentForm<{ token: string }>({
    rule: () => ({}),
    failure: 'No pudimos anotarlo. Intenta de nuevo.',
    async send() {
      const { business_name } = await api.post('/api/appointments/client/no-advertising', { body: { token } })
      setFrom(business_name)
    },
  })
  form.register('token')

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
      {error('token') && (
        <p className="banner banner-warn" role="alert">
          <Icon d={info} />
          {error('token')}
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
