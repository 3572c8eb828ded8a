import { PUSH_OFF } from '#domain/push.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type PushSetting, pushQuery, turnOff, turnOn } from '../../data/messages/push.ts'
import { failureText } from '../../parts/failures.ts'
import { Failed } from '../../parts/states.tsx'
import { bell } from '../section-icons.ts'
import { type Ability, abilityOf } from './browser.ts'

const FAILED = 'Tu navegador no pudo activar los avisos. Revisa tu conexión e intenta de nuevo.'

/** 'Avisarme en este teléfono': new, moved, cancelled and confirmed appointments, for whoever wants it here. */
export function PhoneTab() {
  const { data, isError, error, refetch } = useQuery(pushQuery())
  const [ability, setAbility] = useState<Ability>()
  const look = () => setAbility(abilityOf())
  useEffect(look, [])
  if (isError && !data)
    return <Failed title="No pudimos mostrar tus avisos" error={error} onRetry={() => void refetch()} />
  return (
    <section className="card pad set-card set-main" aria-labelledby="phone-title" aria-busy={!data}>
      <div>
        <h2 className="h2" id="phone-title">
          Avisos en este teléfono
        </h2>
        <p className="small muted">
          Te avisamos de cada cita nueva, movida o cancelada, y de quien confirma que viene. De lo que haces
          tú mismo, no.
        </p>
      </div>
      {data && ability && <Choice setting={data} ability={ability} onAsked={look} />}
    </section>
  )
}

interface Props {
  setting: PushSetting
  ability: Ability
  /** The browser asked its owner. */
  onAsked: () => void
}

function Choice({ setting, ability, onAsked }: Props) {
  const { is_available, public_key, is_on, shows_names } = setting
  const [isBusy, setBusy] = useState(false)
  // Shows at once, and as it was again if that fails.
  const [wanted, setWanted] = useState<boolean>()
  if (!is_available || public_key === null) return <p>{PUSH_OFF}.</p>
  if (ability !== 'able') return <Cannot ability={ability} />

  async function change(act: () => Promise<void>, done: string) {
    if (isBusy) return
    setBusy(true)
    try {
      await act()
      toast.success(done)
    } catch (error) {
      toast.error(failureText(error, FAILED))
    } finally {
      setBusy(false)
      setWanted(undefined)
    }
  }

  async function ask() {
    const answer = await Notification.requestPermission()
    onAsked()
    if (answer === 'granted')
      await change(() => turnOn(setting, { shows_names: false }), 'Te avisaremos en este teléfono')
  }

  if (!is_on)
    return (
      <>
        <p className="small muted">
          En la pantalla bloqueada dice solo qué y cuándo: «Nueva cita: hoy 3:00 pm».
        </p>
        <div className="row wrap set-acts">
          <button type="button" className="btn" aria-disabled={isBusy} onClick={() => void ask()}>
            {isBusy ? <span className="spinner" /> : <Icon d={bell} className="icon-sm" />}
            {isBusy ? 'Activando...' : 'Avisarme en este teléfono'}
          </button>
        </div>
      </>
    )
  return (
    <>
      <p role="status">Este teléfono recibe los avisos, hasta que cierres la sesión en él.</p>
      <label className="check">
        <input
          type="checkbox"
          checked={wanted ?? shows_names}
          aria-disabled={isBusy}
          onChange={({ target: { checked } }) => {
            if (isBusy) return
            setWanted(checked)
            void change(() => turnOn(setting, { shows_names: checked }), 'Guardado')
          }}
        />
        <span>
          Mostrar el nombre del cliente y el servicio
          <small className="muted">
            Los ve quien tenga el teléfono en la mano, aunque esté bloqueado. El celular del cliente, nunca.
          </small>
        </span>
      </label>
      <div className="row wrap set-acts">
        <button
          type="button"
          className="btn btn-2"
          aria-disabled={isBusy}
          onClick={() => void change(turnOff, 'Ya no te avisaremos en este teléfono')}
        >
          Dejar de avisarme
        </button>
      </div>
    </>
  )
}

function Cannot({ ability }: { ability: Exclude<Ability, 'able'> }) {
  if (ability === 'install')
    return (
      <div>
        <p>
          <b>Agrega enpunto a tu pantalla de inicio</b>
        </p>
        <p className="small muted">
          En Safari, toca «Compartir» y luego «Agregar a inicio». Abre enpunto desde ese ícono y vuelve aquí:
          el iPhone solo entrega avisos así, desde iOS 16.4.
        </p>
      </div>
    )
  if (ability === 'blocked')
    return (
      <p>
        Este navegador tiene bloqueados los avisos de enpunto. Permítelos en los ajustes del sitio, junto a la
        dirección, y vuelve a abrir esta página.
      </p>
    )
  return <p>Este navegador no puede recibir avisos. Prueba con Chrome, Edge, Firefox o Safari.</p>
}
