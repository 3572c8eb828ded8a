import { mediumDate, nowIn } from '#domain/dates.ts'
import { PASSKEY_NAME_MAX, passkeyErrors, passwordProofErrors } from '#domain/passkey.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Field } from '../field.tsx'
import { useSentForm } from '../form/use-sent-form.ts'
import { NotLoaded } from '../loading/not-loaded.tsx'
import { PasswordField } from '../password-field.tsx'
import '../sessions/sessions.css'
import { toast } from '../toast.tsx'
import { knowsPasskeys, makePasskey } from './ceremony.ts'

interface Passkey {
  id: number
  name: string
  created_at: string
  last_used_at: string | null
}

/** The calls of a user, or of an administrator. Each leaves the shown list renewed. */
export interface PasskeyCalls {
  setup: (currentPassword: string) => Promise<object>
  add: (name: string, passkey: object) => Promise<void>
  rename: (id: number, name: string) => Promise<void>
  remove: (id: number, currentPassword: string) => Promise<void>
}

interface Props {
  /** Undefined while they load. */
  state: { is_available: boolean; passkeys: Passkey[] } | undefined
  hasFailed: boolean
  onRetry: () => void
  calls: PasskeyCalls
}

type Step = { name: 'resting' } | { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

/** 'Llaves de acceso': what the person signs in with in place of a password. */
export function PasskeysCard({ state, hasFailed, onRetry, calls }: Props) {
  const [step, setStep] = useState<Step>({ name: 'resting' })
  const title = useRef<HTMLHeadingElement>(null)
  const isBack = useRef(false)
  const rest = () => {
    isBack.current = true
    setStep({ name: 'resting' })
  }
  // What had the focus is gone.
  useEffect(() => {
    if (step.name === 'resting' && isBack.current) title.current?.focus()
  }, [step])
  const canAdd = state?.is_available && knowsPasskeys()

  return (
    <section className="card pad sessions" aria-labelledby="passkeys-title" aria-busy={!state && !hasFailed}>
      <div>
        <h2 className="h2" id="passkeys-title" tabIndex={-1} ref={title}>
          Llaves de acceso
        </h2>
        <p className="small muted">
          Entra con tu huella, tu cara o el PIN de tu equipo, sin contraseña. Nadie puede adivinarlas ni
          pedírtelas con un engaño.
        </p>
      </div>
      {hasFailed && !state && <NotLoaded what="tus llaves de acceso" onRetry={onRetry} />}
      {state && state.passkeys.length > 0 && step.name === 'resting' && (
        <ul>
          {state.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <b>{passkey.name}</b>
                <small className="muted">
                  Desde el {dayText(passkey.created_at)} ·{' '}
                  {passkey.last_used_at ? `último uso: ${dayText(passkey.last_used_at)}` : 'sin usar todavía'}
                </small>
              </div>
              <span className="row">
                <button
                  type="button"
                  className="btn btn-2 btn-sm"
                  aria-label={`Cambiar nombre de ${passkey.name}`}
                  onClick={() => setStep({ name: 'rename', passkey })}
                >
                  Cambiar nombre
                </button>
                <button
                  type="button"
                  className="btn btn-3 btn-sm"
                  aria-label={`Quitar ${passkey.name}`}
                  onClick={() => setStep({ name: 'remove', passkey })}
                >
                  Quitar
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {state && step.name === 'resting' && (
        <div className="row wrap">
          {canAdd ? (
            <button type="button" className="btn" onClick={() => setStep({ name: 'add' })}>
              Agregar llave de acceso
            </button>
          ) : (
            <p className="small">
              {state.is_available
                ? 'Este navegador no tiene llaves de acceso.'
                : 'No están disponibles en esta dirección.'}
            </p>
          )}
        </div>
      )}
      {step.name === 'add' && (
        <StepForm
          title="Agregar una llave de acceso"
          submitText="Agregar"
          failure="Error al agregar la llave de acceso"
          has={{ name: '', password: true }}
          onCancel={rest}
          send={async ({ name, currentPassword }) => {
            await calls.add(name, await makePasskey(await calls.setup(currentPassword)))
            toast.success('Llave de acceso agregada')
            rest()
          }}
        />
      )}
      {step.name === 'rename' && (
        <StepForm
          title="Cambiar el nombre"
          submitText="Guardar"
          failure="Error al cambiar el nombre"
          has={{ name: step.passkey.name }}
          onCancel={rest}
          send={async ({ name }) => {
            await calls.rename(step.passkey.id, name)
            toast.success('Nombre cambiado')
            rest()
          }}
        />
      )}
      {step.name === 'remove' && (
        <StepForm
          title={`Quitar ${step.passkey.name}`}
          submitText="Quitar"
          failure="Error al quitar la llave de acceso"
          has={{ password: true }}
          onCancel={rest}
          send={async ({ currentPassword }) => {
            await calls.remove(step.passkey.id, currentPassword)
            toast.success('Llave de acceso quitada')
            rest()
          }}
        >
          <p className="small">Con ella ya no se podrá entrar. Tu contraseña sigue igual.</p>
        </StepForm>
      )}
    </section>
  )
}

interface Values {
  name: string
  currentPassword: string
}

interface StepProps {
  title: string
  submitText: string
  failure: string
  /** What is asked for. */
  has: { name?: string; password?: true }
  send: (values: Values) => Promise<void>
  onCancel: () => void
  children?: ReactNode
}

function StepForm({ title, submitText, failure, has, send, onCancel, children }: StepProps) {
  const { form, isSending, onSubmit, error } = useSentForm<Values>({
    rule: (values) => ({
      ...(has.name !== undefined && passkeyErrors(values)),
      ...(has.password && passwordProofErrors(values)),
    }),
    failure,
    send,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <form className="second-form" noValidate onSubmit={onSubmit}>
      <h3 className="h3" tabIndex={-1} ref={heading}>
        {title}
      </h3>
      {children}
      {has.name !== undefined && (
        <Field id="passkey-name" label="Nombre" error={error('name')}>
          {(described) => (
            <input
              {...described}
              {...form.register('name', { value: has.name! })}
              className="input"
              maxLength={PASSKEY_NAME_MAX}
              placeholder="Mi celular"
            />
          )}
        </Field>
      )}
      {has.password && (
        <PasswordField
          id="passkey-password"
          label="Tu contraseña"
          autoComplete="current-password"
          error={error('currentPassword')}
          {...form.register('currentPassword', { value: '' })}
        />
      )}
      <div className="row wrap">
        <button type="button" className="btn btn-2" onClick={onCancel}>
          Cancelar
        </button>
        <button
          type="submit"
          className="btn"
          aria-disabled={isSending}
          onClick={(event) => isSending && event.preventDefault()}
        >
          {isSending && <span className="spinner" />}
          {submitText}
        </button>
      </div>
    </form>
  )
}

const dayText = (instant: string) =>
  mediumDate(nowIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.parse(instant)).date)
