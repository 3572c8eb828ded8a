import { Icon } from '../../../ui/icon.tsx'
import { retry } from '../../../ui/icons.ts'
import './done.css'
import type { Booking } from '../use-booking.ts'

/** While the confirmation of a reopened tab is looked up. */
export function FindingConfirmation({ booking: { finding, findConfirmation } }: { booking: Booking }) {
  return (
    <main className="finding">
      <h1 className="sr">Tu cita</h1>
      <p role="status">
        {finding === 'failed' ? (
          'No pudimos comprobar tu cita. Revisa tu conexión; tu cita sigue como la dejaste.'
        ) : (
          <>
            <span className="spinner" />
            Buscando tu cita...
          </>
        )}
      </p>
      {finding === 'failed' && (
        <button type="button" className="btn btn-brand" onClick={() => void findConfirmation()}>
          <Icon d={retry} />
          Reintentar
        </button>
      )}
      <noscript>
        <a className="link" href="?">
          Volver a la página
        </a>
      </noscript>
    </main>
  )
}
