import { useQuery } from '@tanstack/react-query'
import { storeChannel, whatsAppQuery, type WhatsAppSetting } from '../data/messages/whatsapp.ts'
import { Icon } from '../../ui/icon.tsx'
import { info } from '../../ui/icons-panel.ts'
import { useStoredAtOnce } from './use-stored-at-once.ts'

const WAYS: [WhatsAppSetting['reminder_channel'], label: string, about: string][] = [
  ['email', 'Correo', 'Como hasta ahora.'],
  ['whatsapp', 'WhatsApp', 'A quien lo pidió al reservar. A los demás, por correo.'],
  ['both', 'Los dos', 'Dos recordatorios, dos mensajes: por si uno no lo ven.'],
]

const LACKS: Record<WhatsAppSetting['lacks'][number], string> = {
  email: 'confirmes tu correo',
  phone: 'confirmes tu celular',
  age: 'cumplas 7 días en enpunto',
}
const listed = new Intl.ListFormat('es', { type: 'conjunction' })

/** Why so few may go in a day, and the way to confirm the telephone. */
function Few({ setting: { a_day, lacks, confirm_phone_url } }: { setting: WhatsAppSetting }) {
  return (
    <div className="banner banner-info">
      <Icon d={info} />
      <span>
        Por ahora salen hasta {a_day} mensajes de WhatsApp al día, hasta que{' '}
        {listed.format(lacks.map((one) => LACKS[one]))}.{' '}
        {lacks.includes('phone') && confirm_phone_url !== null && (
          <a className="link" href={confirm_phone_url} target="_blank" rel="noreferrer">
            Confirmar mi celular por WhatsApp
          </a>
        )}
      </span>
    </div>
  )
}

/** How clients are reminded; stored at once. Nothing is shown where the installation sends no WhatsApp. */
export function WhatsAppCard() {
  // Whoever comes back from WhatsApp has confirmed meanwhile.
  const { data } = useQuery({ ...whatsAppQuery(), refetchOnWindowFocus: 'always' })
  const [wanted, choose] = useStoredAtOnce(storeChannel)
  if (!data?.is_available) return null

  return (
    <section className="card pad set-card" aria-labelledby="whatsapp-title">
      <div>
        <h2 className="h2" id="whatsapp-title">
          Recordatorios por WhatsApp
        </h2>
        <p className="small muted">
          Tus clientes responden «Confirmo», «Cambiar la hora» o «Cancelar» en el mismo chat.
        </p>
      </div>
      <fieldset className="set-options" aria-busy={wanted !== undefined}>
        <legend className="label">Los recordatorios van por</legend>
        {WAYS.map(([value, label, about]) => (
          <label key={value} className="set-option">
            <input
              type="radio"
              name="reminder_channel"
              value={value}
              checked={(wanted ?? data).reminder_channel === value}
              aria-disabled={wanted !== undefined}
              onChange={() => void choose({ reminder_channel: value })}
            />
            <span>
              <b>{label}</b>
              <small>{about}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <figure className="set-sample">
        <figcaption className="label">Así les llega</figcaption>
        <blockquote>{data.sample}</blockquote>
      </figure>
      {data.lacks.length > 0 && data.reminder_channel !== 'email' && <Few setting={data} />}
      <p className="small muted">
        Cada recordatorio usa {data.price === 1 ? 'un mensaje' : `${data.price} mensajes`}. Confirmaciones,
        cambios y respuestas no usan ninguno.
      </p>
    </section>
  )
}
