import { useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { calendar } from '../../../ui/icons.ts'
import { copy } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'

/** The address just made, the only time that it shows. */
export function MadeFeed({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [url])

  async function copyIt() {
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Dirección copiada')
    } catch {
      // Some browsers let nobody write there: it is selected, and Ctrl+C copies it.
      field.current?.select()
      toast('Mantén presionada la dirección y elige «Copiar»')
    }
  }

  return (
    <div className="feed-made" role="status">
      <label className="label" htmlFor="feed-url">
        Tu dirección. Cópiala ahora: no la volvemos a mostrar.
      </label>
      <input ref={field} id="feed-url" className="input num" value={url} readOnly />
      <p className="small muted">
        Quien la tenga puede ver esta agenda. Si se la diste a alguien por error, crea otra.
      </p>
      <div className="feed-acts">
        <button type="button" className="btn btn-2" onClick={() => void copyIt()}>
          <Icon d={copy} className="icon-sm" />
          Copiar
        </button>
        <a className="btn btn-2" href={url.replace(/^https?:/, 'webcal:')}>
          <Icon d={calendar} className="icon-sm" />
          Abrir en mi calendario
        </a>
      </div>
    </div>
  )
}
