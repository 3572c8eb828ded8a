import { Dialog } from '../../ui/dialog.tsx'
import { Qr } from '../../ui/second-factor/qr.tsx'
import './qr.css'

/** The page's address as a QR code for the wall or the mirror. Printing shows nothing else. */
export default function QrDialog({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  return (
    <Dialog
      title="Código QR de tu página"
      onClose={onClose}
      className="qr"
      footer={
        <button type="button" className="btn btn-block" onClick={() => print()}>
          Imprimir
        </button>
      }
    >
      <p className="qr-name">{name}</p>
      <Qr text={url} label={`Código QR que abre ${url}`} className="qr-code" />
      <p className="qr-text">Escanea y reserva tu cita</p>
      <p className="qr-url">{url.replace(/^https?:\/\//, '')}</p>
    </Dialog>
  )
}
