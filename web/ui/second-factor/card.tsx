import { counted } from '#domain/numbers.ts'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../api.ts'
import { NotLoaded } from '../loading/not-loaded.tsx'
import { toast } from '../toast.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'
import { Qr } from './qr.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import './second-factor.css'

interface Setup {
  secret: string
  uri: string
  recovery_codes: string[]
}

/** The calls of a user, or of an administrator. Each leaves the shown state renewed. */
export interface SecondFactorCalls {
  setup: () => Promise<Setup>
  on: (proof: Proof) => Promise<void>
  off: (proof: Proof) => Promise<void>
  renew: (proof: Proof) => Promise<string[]>
}

interface Props {
  /** Undefined while it loads. */
  state: { email: string; is_on: boolean; recovery_left: number } | undefined
  hasFailed: boolean
  onRetry: () => void
  calls: SecondFactorCalls
}

type Step =
  | { name: 'resting' }
  | { name: 'setup'; setup: Setup }
  | { name: 'codes'; codes: string[] }
  | { name: 'off' }
  | { name: 'renew' }

const RESTING: Step = { name: 'resting' }
const FEW = 3

/** 'Verificación en dos pasos': whether it is on, and the way there and back. */
export function SecondFactorCard({ state, hasFailed, onRetry, calls }: Props) {
  const [step, setStep] = useState<Step>(RESTING)
  const [isStarting, setStarting] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const isBack = useRef(false)
  const rest = () => {
    isBack.current = true
    setStep(RESTING)
  }
  // What had the focus is gone.
  useEffect(() => {
    if (step.name === 'resting' && isBack.current) title.current?.focus()
  }, [step])

  async function start() {
    setStarting(true)
    try {
      setStep({ name: 'setup', setup: await calls.setup() })
    } catch (failure) {
      toast.error(messageOf(failure, 'Error al preparar la verificación en dos pasos'))
    } finally {
      setStarting(false)
    }
  }

  return (
    <section className="card pad second" aria-labelledby="second-title" aria-busy={!state && !hasFailed}>
      <div>
        <h2 className="h2" id="second-title" tabIndex={-1} ref={title}>
          Verificación en dos pasos
        </h2>
        <p className="small muted">
          Además de la contraseña, para entrar se pide un código de una app de tu celular, como Google
          Authenticator. Quien adivine tu contraseña no entra.
        </p>
      </div>
      {hasFailed && !state && <NotLoaded what="tu verificación" onRetry={onRetry} />}
      {state && step.name === 'resting' && (
        <>
          <p className="small" role="status">
            {state.is_on ? (
              <>
                <b>Está activada.</b>{' '}
                {state.recovery_left === 0
                  ? 'No te quedan códigos de recuperación: crea otros.'
                  : `Te ${state.recovery_left === 1 ? 'queda' : 'quedan'} ${counted(state.recovery_left, 'código')} de recuperación${state.recovery_left <= FEW ? ': crea otros' : ''}.`}
              </>
            ) : (
              'Está desactivada.'
            )}
          </p>
          <div className="row wrap">
            {state.is_on ? (
              <>
                <button type="button" className="btn btn-2" onClick={() => setStep({ name: 'renew' })}>
                  Crear códigos de recuperación
                </button>
                <button type="button" className="btn btn-2" onClick={() => setStep({ name: 'off' })}>
                  Desactivar
                </button>
              </>
            ) : (
              <button
                type="button"
                className="btn"
                aria-disabled={isStarting}
                onClick={() => isStarting || void start()}
              >
                {isStarting && <span className="spinner" />}
                {isStarting ? 'Preparando...' : 'Activar'}
              </button>
            )}
          </div>
        </>
      )}
      {step.name === 'setup' && (
        <ProofForm
          email={state?.email ?? ''}
          submitText="Activar"
          sending="Activando..."
          failure="Error al activar la verificación en dos pasos"
          onCancel={rest}
          send={async (proof) => {
            await calls.on(proof)
            toast.success('Verificación en dos pasos activada')
            setStep({ name: 'codes', codes: step.setup.recovery_codes })
          }}
        >
          <ShownSecret {...step.setup} />
        </ProofForm>
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={rest} />}
      {step.name === 'off' && (
        <ProofForm
          email={state?.email ?? ''}
          submitText="Desactivar"
          sending="Desactivando..."
          failure="Error al desactivar la verificación en dos pasos"
          takesRecovery
          onCancel={rest}
          send={async (proof) => {
            await calls.off(proof)
            toast.success('Verificación en dos pasos desactivada')
            rest()
          }}
        >
          <FormTitle>Desactivar la verificación en dos pasos</FormTitle>
        </ProofForm>
      )}
      {step.name === 'renew' && (
        <ProofForm
          email={state?.email ?? ''}
          submitText="Crear códigos"
          sending="Creando..."
          failure="Error al crear códigos de recuperación"
          onCancel={rest}
          send={async (proof) => setStep({ name: 'codes', codes: await calls.renew(proof) })}
        >
          <FormTitle>Los códigos de antes dejan de servir</FormTitle>
        </ProofForm>
      )}
    </section>
  )
}

/** Takes the focus, because the button that led here is gone. */
function FormTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h3 className="h3" tabIndex={-1} ref={title}>
      {children}
    </h3>
  )
}

const ShownSecret = ({ secret, uri }: Setup) => (
  <>
    <FormTitle>Escanea el código con tu app</FormTitle>
    <div className="second-secret">
      <Qr text={uri} label="Código QR para tu app de verificación" className="second-qr" />
      <div>
        <p className="small muted">¿Estás en el mismo celular? Ábrelo en tu app o escribe esta clave:</p>
        <p className="num second-key">{secret.match(/.{4}/g)!.join(' ')}</p>
        <a className="link small" href={uri}>
          Abrir en mi app
        </a>
      </div>
    </div>
    <p className="small">Después escribe el código que la app muestra, y tu contraseña.</p>
  </>
)
