import { useState } from 'react'
import { may, type SessionBusiness } from '../../account/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { download as downloadIcon } from '../parts/icons.ts'
import { download } from '../data/download.ts'
import { failureText } from '../parts/failures.ts'

const FILES: { path: string; name: string; title: string; text: string; needs: Parameters<typeof may>[1] }[] =
  [
    {
      needs: 'business:export',
      path: '/api/businesses/export.json',
      name: 'enpunto.json',
      title: 'Todo (JSON)',
      text: 'Negocio, servicios, equipo, horarios, clientes, citas con su historial y movimientos.',
    },
    {
      path: '/api/businesses/clients.csv',
      needs: 'clients:export',
      name: 'clientes.csv',
      title: 'Clientes (CSV)',
      text: 'Una fila por cliente. Se abre en Excel.',
    },
    {
      path: '/api/appointments/export.csv',
      needs: 'clients:export',
      name: 'citas.csv',
      title: 'Citas (CSV)',
      text: 'Una fila por cita, de todas las fechas.',
    },
    {
      path: '/api/businesses/services.csv',
      needs: 'business:export',
      name: 'servicios.csv',
      title: 'Servicios (CSV)',
      text: 'Una fila por servicio.',
    },
  ]

/** Downloads the business's data, as far as whoever looks may. */
export function ExportDialog({ business, onClose }: { business: SessionBusiness; onClose: () => void }) {
  const [busy, setBusy] = useState<string>()

  async function get({ path, name }: (typeof FILES)[number]) {
    if (busy) return
    setBusy(path)
    await download(path, name).then(
      () => toast.success('Archivo descargado'),
      (error) => toast.error(failureText(error, 'Error al exportar los datos')),
    )
    setBusy(undefined)
  }

  return (
    <Dialog title="Exportar mis datos" className="cli-dialog" onClose={onClose}>
      <p className="small muted">
        Tus datos son tuyos: llévatelos cuando quieras. Los archivos tienen datos personales de tus clientes;
        guárdalos en un lugar seguro.
      </p>
      <ul className="cli-files">
        {FILES.filter(({ needs }) => may(business, needs)).map((file) => (
          <li key={file.path}>
            <span className="grow">
              <b>{file.title}</b>
              <small>{file.text}</small>
            </span>
            <button
              type="button"
              className="btn btn-2 btn-icon"
              aria-label={`Descargar ${file.title}`}
              aria-disabled={busy !== undefined}
              onClick={() => void get(file)}
            >
              {busy === file.path ? <span className="spinner" /> : <Icon d={downloadIcon} />}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
