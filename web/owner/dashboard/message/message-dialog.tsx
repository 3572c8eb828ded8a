import { ANY } from '#domain/choice.ts'
import type { SessionBusiness } from '../../../account/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { whatsapp } from '../../../ui/icons.ts'
import { copy } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'
import { useMessage } from './use-message.ts'

interface Props {
  business: SessionBusiness
  /** Of the booking page. */
  url: string
  onClose: () => void
}

/** The next free times of a service as a message, to be copied or sent. */
export default function MessageDialog({ business, url, onClose }: Props) {
  const { chosen, choose, offered, service, able, hasAny, who, text, state, retry } = useMessage(
    business,
    url,
  )
  const people = able.map(({ id, professional_name }): Item => [id, professional_name])
  return (
    <Dialog title="Mensaje con mis horarios libres" onClose={onClose} footer={text && <Ways text={text} />}>
      <Choice
        label="Servicio"
        value={chosen.service}
        items={[['', 'Elige'], ...(offered ?? []).map(({ id, service_name }): Item => [id, service_name])]}
        onChoose={(id) => choose({ service: id, variant: '' })}
      />
      {service && service.variants.length > 0 && (
        <Choice
          label="Opción"
          value={chosen.variant}
          items={[['', 'Elige'], ...service.variants.map(({ id, name }): Item => [id, name])]}
          onChoose={(variant) => choose({ variant })}
        />
      )}
      {able.length > 1 && (
        <Choice
          label="Profesional"
          value={who}
          items={hasAny ? [[ANY, 'Sin preferencia'], ...people] : people}
          onChoose={(professional) => choose({ professional })}
        />
      )}
      <div role="status">
        {offered?.length === 0 && (
          <p className="hint">Todavía no tienes servicios que se reserven en línea.</p>
        )}
        {service && able.length === 0 && (
          <p className="hint">Ningún profesional activo hace este servicio.</p>
        )}
        {state === 'pending' && <p className="hint">Buscando horarios libres…</p>}
        {state === 'success' && !text && (
          <p className="hint">No te queda ningún horario libre en los próximos días.</p>
        )}
        {state === 'error' && (
          <p className="hint">
            No pudimos ver tus horarios.{' '}
            <button type="button" className="link" onClick={retry}>
              Reintentar
            </button>
          </p>
        )}
      </div>
      {text && <textarea className="input" aria-label="Mensaje" rows={5} readOnly value={text} />}
    </Dialog>
  )
}

function Ways({ text }: { text: string }) {
  async function copyText() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Mensaje copiado')
    } catch {
      toast.error('No se pudo copiar. Mantén presionado el mensaje para copiarlo.')
    }
  }
  return (
    <div className="row">
      <button type="button" className="btn btn-2 grow" onClick={() => void copyText()}>
        <Icon d={copy} className="icon-sm" />
        Copiar
      </button>
      <a
        className="btn grow"
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener"
      >
        <Icon d={whatsapp} className="icon-sm" />
        WhatsApp
      </a>
    </div>
  )
}

type Item = [value: string | number, text: string]

interface ChoiceProps {
  label: string
  value: string
  items: Item[]
  onChoose: (value: string) => void
}

const Choice = ({ label, value, items, onChoose }: ChoiceProps) => (
  <Field id={`mensaje-${label}`} label={label}>
    {(described) => (
      <select
        {...described}
        className="input"
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        {items.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
)
