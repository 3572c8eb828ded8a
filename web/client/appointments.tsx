import { atTime, clockTime, mediumDate, nowIn } from '#domain/dates.ts'
import { LIMITS } from '#domain/fields.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useShownAgain } from '../shown-again.ts'
import { ConfirmDialog, PromptDialog } from '../ui/confirm-dialog.tsx'
import { onDemand } from '../ui/loading/on-demand.tsx'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { Card } from './card.tsx'
import { DataSection } from './data/data-section.tsx'
import { Lost } from './lost.tsx'
import type { Appointment, PortalData } from './portal-data.ts'
import { useChanges } from './use-changes.ts'
import type { Portal } from './use-portal.ts'
import { upcoming } from './when.ts'

const Reschedule = onDemand(
  () => import('./reschedule.tsx'),
  (file) => file.default,
)

const ONE_AT_A_TIME = 'Espera un momento: estamos guardando otro cambio.'

interface Asking {
  what: 'cancel' | 'reason' | 'move'
  id: number
}

interface Props {
  portal: Portal
  data: PortalData
  title: RefObject<HTMLHeadingElement | null>
}

/** 'Mis Citas': upcoming appointments, soonest first, then past ones. */
export function Appointments({ portal, data, title }: Props) {
  const { now } = portal
  const { access, name, appointments, has_more, at } = portal.opened!
  const changes = useChanges(portal, data)
  const [asking, setAsking] = useState<Asking>()
  const last = useRef<Asking>(undefined)
  useEffect(() => void title.current?.focus(), [title])
  useEffect(() => {
    if (!asking && last.current) focusCard(last.current.id)
    last.current = asking
  }, [asking])

  const isChanging = changes.action.state !== 'idle'
  // Whoever came by document is asked to prove to be a person, and presses a button for it.
  const isByLink = 'token' in access
  useShownAgain(() => isByLink && !isChanging && !asking && void portal.reload({ isQuiet: true }))
  const ask = (what: Asking['what'], id: number) =>
    isChanging ? void toast(ONE_AT_A_TIME, FOUR_SECONDS) : setAsking({ what, id })

  const isOpen = (appointment: Appointment) => upcoming(appointment, now)
  const next = appointments.filter(isOpen).sort((a, b) => a.starts_at.localeCompare(b.starts_at))
  const earlier = appointments.filter((appointment) => !isOpen(appointment))
  const chosen = asking && appointments.find(({ id }) => id === asking.id)
  const count = appointments.length
  // Cancelled elsewhere meanwhile, as the list that was read again says: nothing is left to ask.
  const isOver = chosen && !isOpen(chosen)
  useEffect(() => void (isOver && setAsking(undefined)), [isOver])

  const card = (appointment: Appointment) => (
    <Card
      key={appointment.id}
      appointment={appointment}
      data={data}
      isOpen={isOpen(appointment)}
      now={now}
      busy={changes.busy?.id === appointment.id ? changes.busy.kind : undefined}
      isChanging={isChanging}
      onMove={() => ask('move', appointment.id)}
      onCancel={() => ask('cancel', appointment.id)}
    />
  )

  return (
    <>
      <div className="portal-head">
        <div>
          <p className="small muted num">
            {'client_id' in access ? `Cédula ${masked(access.client_id)}` : name}
          </p>
          <h1 className="h1" ref={title} tabIndex={-1}>
            Mis Citas
          </h1>
        </div>
        <span className="small muted">{count === 1 ? '1 cita' : `${count} citas`}</span>
      </div>
      {!isByLink && appointments[0] && (
        <p className="small muted portal-read" role="status">
          Actualizado {atTime(clockTime(nowIn(appointments[0].timezone, at).minute))}.
          <button
            type="button"
            className="link"
            onClick={() => (isChanging ? void toast(ONE_AT_A_TIME, FOUR_SECONDS) : void portal.reload())}
          >
            Actualizar
          </button>
        </p>
      )}
      {asking?.what !== 'move' && <Lost action={changes.action} />}
      {next.length > 0 && (
        <section aria-labelledby="proximas">
          <h2 id="proximas">Próximas</h2>
          <div className="portal-cards">{next.map(card)}</div>
        </section>
      )}
      {earlier.length > 0 && (
        <section aria-labelledby="anteriores">
          <h2 id="anteriores">Anteriores</h2>
          <div className="portal-cards">{earlier.map(card)}</div>
        </section>
      )}
      {has_more && (
        <p className="small muted">Son muchas: aquí están las próximas y las últimas anteriores.</p>
      )}

      <DataSection portal={portal} data={data} />

      {chosen && asking.what === 'cancel' && (
        <ConfirmDialog
          type="danger"
          title="Cancelar cita"
          confirmText="Cancelar Cita"
          cancelText="Volver"
          onConfirm={() => setAsking({ what: 'reason', id: chosen.id })}
          onCancel={() => setAsking(undefined)}
        >
          ¿Quieres cancelar <b>{chosen.service_name}</b> del {mediumDate(chosen.appointment_date)}{' '}
          {atTime(chosen.appointment_time)} en {chosen.business_name}? Tu horario queda libre para alguien
          más.
        </ConfirmDialog>
      )}
      {chosen && asking.what === 'reason' && (
        <PromptDialog
          title="Motivo de cancelación"
          label="¿Por qué cancelas? (opcional)"
          maxLength={LIMITS.text}
          confirmText="Cancelar mi cita"
          isDanger
          cancelText="Volver"
          onConfirm={(reason) => {
            setAsking(undefined)
            void changes.cancel(chosen, reason.trim()).then(() => setTimeout(focusCard, 0, chosen.id))
          }}
          onCancel={() => setAsking(undefined)}
        />
      )}
      {chosen && asking.what === 'move' && (
        <Reschedule
          appointment={chosen}
          access={access}
          changes={changes}
          verification={data.verification}
          today={nowIn(chosen.timezone, now)}
          onClose={() => {
            setAsking(undefined)
            changes.leaveMove()
          }}
        />
      )}
    </>
  )
}

/** When the focused element is gone, the focus moves to its appointment. */
function focusCard(id: number) {
  const focused = document.activeElement
  if (focused && focused !== document.body) return
  document.getElementById(`cita-${id}`)?.focus()
}

/** '1037123412' → '1.037.•••.412' */
function masked(id: string): string {
  const groups = id.replace(/\B(?=(\d{3})+$)/g, '.').split('.')
  return groups.map((group, i) => (i === groups.length - 2 ? '•••' : group)).join('.')
}
