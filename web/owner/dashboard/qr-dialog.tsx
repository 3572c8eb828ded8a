import { encode } from 'uqr'
import { Dialog } from '../../ui/dialog.tsx'
import './qr.css'

/** The page's address as a QR code for the wall or the mirror. Printing shows nothing else. */
export default function QrDialog({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  const { data, size } = encode(url, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
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
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`Código QR que abre ${url}`}
        className="qr-code"
      >
        <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
        <path d={path} fill="#101714" />
      </svg>
      <p className="qr-text">Escanea y reserva tu cita</p>
      <p className="qr-url">{url.replace(/^https?:\/\//, '')}</p>
    </Dialog>
  )
}
