import type { ReturningClient } from '#domain/api/calls/remembered.ts'
import { SecurityRow } from '../client/security-row.tsx'
import { NextBar } from '../next-bar.tsx'
import type { Booking } from '../use-booking.ts'
import { NotMe } from './not-me.tsx'
import { toTitle } from './remembered.ts'
import './same-details.css'

/** Step 2 for whom this browser remembers: so much that they know themselves, and no more. */
export function SameDetails({ booking, known }: { booking: Booking; known: ReturningClient }) {
  const { first_name, phone_end } = known

  function other() {
    toTitle()
    booking.begin(null)
  }

  return (
    <form
      className="same"
      onSubmit={(event) => {
        event.preventDefault()
        booking.toConfirm(booking.client, {})
      }}
    >
      <section aria-labelledby="same">
        <h3 id="same">Hola, {first_name}. ¿Usamos los mismos datos?</h3>
        <p>
          {first_name} · teléfono terminado en <b className="num">{phone_end}</b>
        </p>
        <div>
          <button type="button" className="btn btn-2" onClick={other}>
            Escribir otros datos
          </button>
          <NotMe booking={booking} name={first_name} />
        </div>
      </section>
      <SecurityRow verification={booking.data.site.verification} />
      <NextBar onBack={booking.back} intent="datos" arrow>
        Usar los mismos datos
      </NextBar>
    </form>
  )
}
