import { PERSON_RULES } from '#domain/booking.ts'
import { undeliveredText, type UndeliveredReason } from '#domain/mail-state.ts'
import { type SyntheticEvent, useId, useState } from 'react'
import '../../../ui/banner.css'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { mail } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast.tsx'
import { patchAppointment, useAppointmentChange } from '../../data/appointment-changes.ts'
import type { Appointment } from '../../data/appointment.ts'
import { appointmentQuery } from '../../data/appointments.ts'
import { queryClient } from '../../data/client.ts'
import { mailQuery } from '../../data/mail.ts'
import { failureText } from '../../parts/failures.ts'
import './undelivered.css'

/** Why the client's mails do not arrive, and a field that corrects the address. */
export function Undelivered({
  appointment,
  reason,
}: {
  appointment: Appointment
  reason: UndeliveredReason
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="undelivered">
      <div className="banner banner-warn" role="status">
        <Icon d={mail} />
        <span>{undeliveredText(reason)}.</span>
        {!isOpen && (
          <button type="button" className="btn btn-sm" onClick={() => setOpen(true)}>
            Corregir correo
          </button>
        )}
      </div>
      {isOpen && <Correction appointment={appointment} onEnd={() => setOpen(false)} />}
    </div>
  )
}

function Correction({ appointment, onEnd }: { appointment: Appointment; onEnd: () => void }) {
  const id = useId()
  const [email, setEmail] = useState(appointment.client_email ?? '')
  const [isTried, setTried] = useState(false)
  const { mutate, isPending } = useAppointmentChange('email', (client_email: string) =>
    patchAppointment({ id: appointment.id, version: appointment.version, changes: { client_email } }),
  )
  const fault =
    PERSON_RULES.client_email(email) ?? (isSame(email, appointment) ? 'Escribe otro correo' : undefined)

  function save(event: SyntheticEvent) {
    event.preventDefault()
    setTried(true)
    if (fault || isPending) return
    mutate(email.trim(), {
      onSuccess() {
        corrected(appointment.id)
        toast.success('Correo corregido. Le enviamos la confirmación otra vez.')
        onEnd()
      },
      onError: (failure) => toast.error(failureText(failure, 'Error al actualizar la cita')),
    })
  }

  return (
    <form noValidate onSubmit={save}>
      <Field id={id} label="Correo del cliente" error={isTried ? fault : undefined}>
        {(described) => (
          <input
            {...described}
            className="input"
            type="email"
            autoComplete="off"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <div className="acts">
        <button type="button" className="btn btn-3 btn-sm" onClick={onEnd}>
          Dejar como está
        </button>
        <button className="btn btn-sm" aria-disabled={isPending}>
          {isPending && <span className="spinner" />}
          Guardar y enviar
        </button>
      </div>
    </form>
  )
}

/** What was said of the former address is no news any more. */
function corrected(id: number) {
  const client = queryClient()
  client.setQueryData(appointmentQuery(id).queryKey, (known) => known && { ...known, undelivered: null })
  void client.invalidateQueries({ queryKey: mailQuery().queryKey })
}

const isSame = (email: string, { client_email }: Appointment) =>
  email.trim().toLowerCase() === client_email?.toLowerCase()
