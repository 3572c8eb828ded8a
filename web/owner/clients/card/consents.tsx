import { HOW_SAID, HOWS, type HowSaid } from '#domain/consents.ts'
import { useId, useState } from 'react'
import { may, type SessionBusiness } from '../../../account/session.ts'
import { toast } from '../../../ui/toast.tsx'
import { setAdvertising, type WholeClient } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'
import { momentText } from '../visit-text.ts'

interface Props {
  client: WholeClient
  business: SessionBusiness
}

type Consent = WholeClient['consents'][number]

const WHERE: Record<string, string> = {
  page: 'en tu página',
  owner: 'lo anotó tu equipo',
  whatsapp: 'por WhatsApp',
  portal: 'por su enlace',
}

/** What the client wants to be written, and by which way. */
export function CardConsents({ client, business }: Props) {
  const of = (purpose: Consent['purpose']) => client.consents.find((one) => one.purpose === purpose)
  const said = ({ at, channel, how }: Consent) =>
    [`el ${momentText(at, business.timezone)}`, how && HOW_SAID[how].toLowerCase(), WHERE[channel]]
      .filter(Boolean)
      .join(', ')
  const [whatsapp, marketing] = [of('whatsapp'), of('marketing')]
  return (
    <section className="cli-block" aria-labelledby="cli-consents">
      <h2 className="h3" id="cli-consents">
        Mensajes
      </h2>
      <p className="small">
        <b>WhatsApp:</b>{' '}
        {client.whatsapp_missing_at !== null
          ? 'Este número no tiene WhatsApp.'
          : !whatsapp
            ? 'No ha pedido mensajes.'
            : `${whatsapp.given ? 'Pidió sus mensajes' : 'Ya no quiere mensajes'}: ${said(whatsapp)}.`}
      </p>
      <p className="small">
        <b>Publicidad:</b>{' '}
        {!marketing
          ? 'No la ha aceptado: no se le envía.'
          : `${marketing.given ? 'La aceptó' : 'No la quiere'}: ${said(marketing)}.`}
      </p>
      {may(business, 'clients:write') && <Advertising client={client} said={marketing?.given} />}
    </section>
  )
}

function Advertising({ client, said }: { client: WholeClient; said: boolean | undefined }) {
  const [isBusy, setBusy] = useState(false)
  const [how, setHow] = useState<HowSaid>('counter')
  const id = useId()
  async function note(agreed: boolean) {
    if (isBusy) return
    setBusy(true)
    await setAdvertising(client.id, { agreed, how }).then(
      () => toast.success(agreed ? 'Anotado: aceptó recibir publicidad' : 'Ya no le llega publicidad'),
      (error: unknown) => toast.error(failureText(error, 'Error al guardar el cambio')),
    )
    setBusy(false)
  }
  return (
    <div className="cli-said">
      <div className="field">
        <label className="label" htmlFor={id}>
          ¿Cómo lo dijo el cliente?
        </label>
        <select
          id={id}
          className="input"
          value={how}
          onChange={({ target }) => setHow(target.value as HowSaid)}
        >
          {HOWS.map((one) => (
            <option key={one} value={one}>
              {HOW_SAID[one]}
            </option>
          ))}
        </select>
      </div>
      {said !== true && (
        <button type="button" className="btn btn-2" aria-disabled={isBusy} onClick={() => void note(true)}>
          El cliente aceptó recibir publicidad
        </button>
      )}
      {said !== false && (
        <button type="button" className="btn btn-2" aria-disabled={isBusy} onClick={() => void note(false)}>
          {said ? 'Ya no quiere publicidad' : 'No quiere publicidad'}
        </button>
      )}
    </div>
  )
}
