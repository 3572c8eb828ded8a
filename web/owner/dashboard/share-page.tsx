import { useEffect, useState } from 'react'
import type { SessionBusiness } from '../../account/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { onDemand } from '../../ui/loading/on-demand.tsx'
import { check, whatsapp } from '../../ui/icons.ts'
import { copy, external, qr } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'

const FEEDBACK_MS = 2000
const QrDialog = onDemand(
  () => import('./qr-dialog.tsx'),
  (file) => file.default,
)
const MessageDialog = onDemand(
  () => import('./message/message-dialog.tsx'),
  (file) => file.default,
)

/** Copies, shares and opens the business's public page. */
export function SharePage({ business }: { business: SessionBusiness }) {
  const [isCopied, setCopied] = useState(false)
  const [isCodeShown, showCode] = useState(false)
  const [isMessageShown, showMessage] = useState(false)
  const url = `${location.origin}/negocio/${business.slug || business.id}`
  const message = `Reserva tu cita en ${business.business_name}: ${url}`
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copyUrl() {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      toast.error('No se pudo copiar. Mantén presionado el enlace para copiarlo.')
    }
  }

  if (business.is_suspended)
    return (
      <section className="card share" aria-labelledby="share-title">
        <h2 className="h3" id="share-title">
          Tu página de reservas
        </h2>
        <p>Está apagada: quien la abre no la encuentra.</p>
      </section>
    )
  return (
    <>
      <section className="card share" aria-labelledby="share-title">
        <h2 className="h3" id="share-title">
          Tu página de reservas
        </h2>
        <p>Compártela y tus clientes agendan solos.</p>
        <div className="share-url">
          <a className="grow trunc" href={url} target="_blank" rel="noopener">
            {url.replace(/^https?:\/\//, '')}
          </a>
          <button type="button" className="btn btn-2 btn-sm" onClick={copyUrl}>
            <Icon d={isCopied ? check : copy} className="icon-sm" />
            <span aria-live="polite">{isCopied ? 'Copiado' : 'Copiar'}</span>
          </button>
        </div>
        <div className="share-row">
          <a
            className="btn btn-on"
            href={`https://wa.me/?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noopener"
          >
            <Icon d={whatsapp} />
            WhatsApp
          </a>
          <a className="btn btn-on" href={url} target="_blank" rel="noopener">
            <Icon d={external} />
            Ver Página
          </a>
          <button type="button" className="btn btn-on" onClick={() => showCode(true)}>
            <Icon d={qr} />
            Código QR
          </button>
          <button type="button" className="btn btn-on" onClick={() => showMessage(true)}>
            <Icon d={copy} />
            Horarios libres
          </button>
        </div>
      </section>
      {isMessageShown && <MessageDialog business={business} url={url} onClose={() => showMessage(false)} />}
      {isCodeShown && <QrDialog name={business.business_name} url={url} onClose={() => showCode(false)} />}
    </>
  )
}
