import { meantEmail } from '#domain/mail-typo.ts'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { mail } from '../../../ui/icons.ts'
import { patiently } from '../patiently.ts'
import type { Booking } from '../use-booking.ts'
import { isMasked } from '../returning/remembered.ts'
import type { Confirmed } from './confirmed.ts'

const CorrectEmail = lazy(() => patiently(() => import('./correct-email.tsx')))

/** Where the confirmation went, and for some minutes a way to correct that. */
export function Address({ booking, confirmed }: { booking: Booking; confirmed: Confirmed }) {
  const { appointment, token, until } = confirmed
  /** What the field begins with, while it is open. */
  const [typed, setTyped] = useState<string>()
  const isShort = isMasked(token)
  const canCorrect = token && !isShort && until && Date.now() < until
  const meant = canCorrect && meantEmail(appointment.client_email ?? '')
  return (
    <section className="sent" aria-label="Correo de la confirmación">
      <div>
        <Icon d={mail} />
        <p className="grow">
          {appointment.client_email ? (
            <>
              Te enviamos la confirmación a <b>{appointment.client_email}</b>
            </>
          ) : // Whoever holds the phone need not be the client. After a reload nobody knows how else it was wanted.
          isShort ? (
            'Te avisamos como la última vez.'
          ) : (
            `Reservaste sin correo${booking.client.whatsapp_consent ? ': te escribimos por WhatsApp' : booking.client.no_messages ? ': no te enviaremos avisos' : ''}.`
          )}
        </p>
        {canCorrect && typed === undefined && (
          <button type="button" className="link" onClick={() => setTyped(appointment.client_email ?? '')}>
            {appointment.client_email ? 'Corregir correo' : 'Agregar correo'}
          </button>
        )}
      </div>
      {meant && typed === undefined && (
        <div>
          <p className="grow">
            ¿Quisiste decir <b>{meant.split('@').at(-1)}</b>?
          </p>
          <button type="button" className="link" onClick={() => setTyped(meant)}>
            Sí, cambiarlo
          </button>
        </div>
      )}
      {typed !== undefined && (
        <Suspense fallback={<span className="spinner" />}>
          <CorrectEmail
            email={typed}
            token={token!}
            onDone={(email) => {
              setTyped(undefined)
              if (email) booking.correctedTo(email)
              // One whose answer got lost may stand all the same.
              else booking.renewConfirmation()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
