import { useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { download } from '../../data/download.ts'
import { failureText } from '../../parts/failures.ts'

/** Everything of the business as one file. */
export function ArchiveCard() {
  const [isBusy, setBusy] = useState(false)
  async function get() {
    if (isBusy) return
    setBusy(true)
    await download('/api/businesses/export.zip', 'enpunto.zip').then(
      () => toast.success('Archivo descargado'),
      (error) => toast.error(failureText(error, 'Error al exportar los datos')),
    )
    setBusy(false)
  }
  return (
    <section className="card pad set-card set-main" aria-labelledby="archive-title">
      <div>
        <h2 className="h2" id="archive-title">
          Llévate tu negocio
        </h2>
        <p className="small muted">
          Un archivo con todo: clientes, citas con su historial, servicios, equipo, ajustes y fotos, también
          en tablas para Excel. Sirve para pasarte a otra instalación de enpunto. Tiene datos personales:
          guárdalo en un lugar seguro.
        </p>
      </div>
      <div className="row wrap set-acts">
        <button type="button" className="btn btn-2" aria-disabled={isBusy} onClick={() => void get()}>
          {isBusy && <span className="spinner" />}
          {isBusy ? 'Preparando...' : 'Descargar todo'}
        </button>
      </div>
    </section>
  )
}
