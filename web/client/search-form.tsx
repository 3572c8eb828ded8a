import { bareDocument } from '#domain/client.ts'
import { portalEmailErrors, portalSearchErrors } from '#domain/portal.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Site } from '../context.ts'
import '../ui/banner.css'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { idCard, mail, retry, wifiOff } from '../ui/icons.ts'
import { info, warning } from '../ui/icons-panel.ts'
import { isLost, whyText } from '../ui/loading/why.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { HumanRow } from './human-row.tsx'
import { useHuman } from './human.ts'
import { SendLink } from './send-link.tsx'
import type { Portal } from './use-portal.ts'

interface Props {
  portal: Portal
  verification: Site['verification']
  /** The link that brought here is tried again. */
  onAgain: () => void
}

/** Document and e-mail, for clients without a link, or whose link opened nothing. */
export function SearchForm({ portal, verification, onAgain }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSent, setSent] = useState(false)
  const human = useHuman(verification)
  const { isSearching, found, closed, search } = portal

  const values = () => {
    const data = new FormData(form.current!)
    return {
      client_id: bareDocument(data.get('client_id')),
      client_email: String(data.get('client_email')).trim(),
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSearching || human.state !== 'ready') return
    const access = values()
    const wrong = portalSearchErrors(access)
    setSent(true)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return focusFirst(wrong)
    const refused = await search(access)
    human.prepare()
    if (refused) setErrors(refused)
  }

  function focusFirst(wrong: FieldErrors) {
    const controls = Array.from(form.current!.elements) as HTMLInputElement[]
    controls.find(({ name }) => name in wrong)?.focus()
  }

  return (
    <div className="portal-search">
      <div>
        <h1 className="h1">Portal del Cliente</h1>
        <p className="muted">Mira, mueve o cancela tus citas con tu cédula y el correo con que reservaste.</p>
      </div>
      <NeedsScript />
      {closed && <Closed why={closed} onAgain={onAgain} />}
      <form
        ref={form}
        className="card pad"
        method="post"
        noValidate
        onSubmit={submit}
        onInput={() => isSent && setErrors(portalSearchErrors(values()))}
      >
        <Field id="client_id" label="Cédula" error={errors['client_id']}>
          {(described) => (
            <div className="input-wrap">
              <Icon d={idCard} />
              <input
                {...described}
                className="input num"
                name="client_id"
                inputMode="numeric"
                autoComplete="off"
                required
                maxLength={20}
              />
            </div>
          )}
        </Field>
        <Field id="client_email" label="Correo electrónico" error={errors['client_email']}>
          {(described) => (
            <div className="input-wrap">
              <Icon d={mail} />
              <input
                {...described}
                className="input"
                name="client_email"
                type="email"
                inputMode="email"
                autoComplete="email"
                required
                maxLength={254}
              />
            </div>
          )}
        </Field>
        <HumanRow human={human} />
        <button className="btn btn-lg btn-block" disabled={isSearching || human.state !== 'ready'}>
          {isSearching && <span className="spinner" />}
          {isSearching ? 'Buscando...' : 'Buscar Citas'}
        </button>
      </form>
      {!found && <Nothing />}
      <SendLink
        human={human}
        verification={verification}
        emailOf={() => {
          const email = values().client_email
          const wrong = portalEmailErrors({ client_email: email })
          setErrors(wrong)
          if (Object.keys(wrong).length === 0) return email
          focusFirst(wrong)
          return undefined
        }}
        onRefused={setErrors}
      />
    </div>
  )
}

/** Its toast announces it, and is soon gone. */
const Closed = ({ why, onAgain }: { why: NonNullable<Portal['closed']>; onAgain: () => void }) =>
  why === 'expired' ? (
    <div className="banner banner-info">
      <Icon d={info} />
      <span>Tu enlace ya no sirve. Busca tus citas aquí, o pide un enlace nuevo a tu correo.</span>
    </div>
  ) : (
    <div className="banner banner-warn">
      <Icon d={isLost(why.error) ? wifiOff : warning} />
      <span>No pudimos abrir tus citas. {whyText(why.error)}</span>
      <button type="button" className="btn" onClick={onAgain}>
        <Icon d={retry} />
        Reintentar
      </button>
    </div>
  )

/** Its toast announces it. */
function Nothing() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div className="banner banner-info" ref={box}>
      <Icon d={info} />
      <span>
        Revisa la cédula y el correo: deben ser los mismos de la reserva. Si reservaste sin cédula, pide el
        enlace a tu correo.
      </span>
    </div>
  )
}
