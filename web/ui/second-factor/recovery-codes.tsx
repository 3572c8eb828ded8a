import { useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import { copy } from '../icons-panel.ts'
import { toast } from '../toast.tsx'

/** The recovery codes, the only time that they show. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const text = `Códigos de recuperación de enpunto. Cada uno sirve una vez.\n\n${codes.join('\n')}\n`

  async function copyThem() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Códigos copiados')
    } catch {
      toast('Tu navegador no deja copiar: descárgalos o anótalos')
    }
  }

  return (
    <div className="second-codes">
      <h3 className="h3" tabIndex={-1} ref={title}>
        Guarda estos códigos
      </h3>
      <p className="small muted">
        Si pierdes tu celular, entras con uno de ellos. Cada uno sirve una vez, y no los volvemos a mostrar:
        cópialos, descárgalos o anótalos donde solo tú los veas.
      </p>
      <ul className="num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row wrap">
        <button type="button" className="btn btn-2" onClick={() => void copyThem()}>
          <Icon d={copy} className="icon-sm" />
          Copiar
        </button>
        <a
          className="btn btn-2"
          download="codigos-enpunto.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Descargar
        </a>
        <button type="button" className="btn" onClick={onDone}>
          Ya los guardé
        </button>
      </div>
    </div>
  )
}
