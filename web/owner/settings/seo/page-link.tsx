import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icons.ts'
import { copy, external } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'

const FEEDBACK_MS = 2000

/** The full address of the public page, to copy and to open. */
export function PageLink({ slug }: { slug: string }) {
  const [isCopied, setCopied] = useState(false)
  const path = `/negocio/${slug}`

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(location.origin + path)
      setCopied(true)
      setTimeout(() => setCopied(false), FEEDBACK_MS)
    } catch {
      toast.error('No se pudo copiar el enlace')
    }
  }

  return (
    <div className="set-page-link">
      <span className="address">
        {location.host}
        {path}
      </span>
      <div className="row wrap">
        <button type="button" className="btn btn-2" onClick={() => void copyLink()}>
          <Icon d={isCopied ? check : copy} className="icon-sm" />
          <span role="status">{isCopied ? 'Enlace copiado' : 'Copiar enlace'}</span>
        </button>
        <a className="btn btn-3" href={path} target="_blank" rel="noopener">
          <Icon d={external} className="icon-sm" />
          Ver mi página
        </a>
      </div>
    </div>
  )
}
