import { useState } from 'react'
import type { SessionBusiness } from '../../../account/session.ts'
import '../../../ui/banner.css'
import { Icon } from '../../../ui/icon.tsx'
import { info } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'
import { patchClient, type WholeClient } from '../../data/clients.ts'
import { failureText } from '../../parts/failures.ts'
import { usePhone } from '../../phone.ts'
import { momentText } from '../visit-text.ts'

interface Props {
  client: WholeClient
  business: SessionBusiness
}

/** What the client wrote otherwise at the last booking, which overwrites no card: whoever keeps it decides. */
export function CardOffer({ client, business }: Props) {
  const [isBusy, setBusy] = useState(false)
  const phoneText = usePhone()
  const said = client.said_otherwise
  if (!said) return null
  const { client_name, client_phone, client_email, client_id, at } = said
  const parts = [
    client_name && `nombre ${client_name}`,
    client_phone && `teléfono ${phoneText(client_phone)}`,
    client_email && `correo ${client_email}`,
    client_id && `cédula ${client_id}`,
  ].filter((part) => part !== null)
  const changes = Object.fromEntries(
    Object.entries({ client_name, client_phone, client_email, client_id }).filter(
      ([, value]) => value !== null,
    ),
  )

  /** Written again, a card keeps what it says: it is offered no more. */
  async function write(body: object, done: string) {
    if (isBusy) return
    setBusy(true)
    try {
      await patchClient(client.id, { ...body, version: client.version })
      toast.success(done)
    } catch (failure) {
      toast.error(failureText(failure, 'Error al guardar el cliente'))
    }
    setBusy(false)
  }
  return (
    <div className="banner banner-info cli-offer">
      <Icon d={info} />
      <div>
        <p>
          En la cita que se agendó el {momentText(at, business.timezone)} quedó otro dato:{' '}
          <b>{parts.join(' · ')}</b>.
        </p>
        <div className="cli-offer-acts">
          <button
            type="button"
            className="btn"
            aria-disabled={isBusy}
            onClick={() => void write(changes, 'Ficha actualizada')}
          >
            Actualizar la ficha
          </button>
          <button
            type="button"
            className="btn btn-2"
            aria-disabled={isBusy}
            onClick={() => void write({ client_name: client.client_name }, 'La ficha queda como está')}
          >
            Dejarla como está
          </button>
        </div>
      </div>
    </div>
  )
}
