import { type Assignment, ASSIGNMENT_TEXT, ASSIGNMENTS } from '#domain/assignment.ts'
import { ASKING_EMAIL, ASKING_EMAIL_TEXT, MAX_FUTURE_APPOINTMENTS } from '#domain/business.ts'
import { cancelNoticeText, NOTICES, noticeText, SLOT_INTERVALS } from '#domain/limits.ts'
import { counted } from '#domain/numbers.ts'
import { CheckInput, SelectInput } from '../inputs.tsx'
import type { useSection } from '../use-section.ts'
import type { BusinessValues } from './business-form.ts'

const WAYS: Record<Assignment, string> = {
  fair: `${ASSIGNMENT_TEXT.fair}: al más libre esa semana`,
  first: `${ASSIGNMENT_TEXT.first} de tu lista`,
  random: ASSIGNMENT_TEXT.random,
}
const option = (n: number, label: string) => ({ value: String(n), label })
const MOST = MAX_FUTURE_APPOINTMENTS.map((n) => option(n, `Hasta ${n}`))
const INTERVALS = SLOT_INTERVALS.map((n) => option(n, `Cada ${n} minutos`))
const HORIZONS = [7, 14, 30, 45, 60, 90, 120, 180, 365]

/** What customers can book on the page: how soon, how far ahead, how often and how many. */
export function BookingsCard({ section }: { section: ReturnType<typeof useSection<BusinessValues>> }) {
  const { defaultValues } = section.form.formState
  /** With what the calls may have set besides. */
  const including = (list: readonly number[], stored: string | undefined) =>
    [...new Set([...list, Number(stored ?? list[0])])].sort((a, b) => a - b)
  return (
    <section className="card pad set-card" aria-labelledby="bookings-title">
      <h2 className="h2" id="bookings-title">
        Reservas en tu página
      </h2>
      <div className="two two2">
        <SelectInput
          section={section}
          name="min_notice_minutes"
          label="Anticipación mínima"
          hint="Solo para tus clientes: tú agendas cuando quieras."
          options={including(NOTICES, defaultValues?.min_notice_minutes).map((n) => option(n, noticeText(n)))}
        />
        <SelectInput
          section={section}
          name="horizon_days"
          label="Hasta cuándo se reserva"
          hint="Las fechas que muestra tu página."
          options={including(HORIZONS, defaultValues?.horizon_days).map((n) =>
            option(n, `${counted(n, 'día', 'días')} adelante`),
          )}
        />
        <SelectInput
          section={section}
          name="slot_interval_minutes"
          label="Horas que se ofrecen"
          hint="Cada cuánto puede empezar una cita."
          options={INTERVALS}
        />
        <SelectInput
          section={section}
          name="max_future_appointments"
          label="Citas por cliente"
          hint="Cuántas por venir puede tener una persona al reservar en tu página."
          options={MOST}
        />
        <SelectInput
          section={section}
          name="cancel_notice_minutes"
          label="Hasta cuándo se cancela"
          hint="Después, tus clientes te escriben o te llaman."
          options={including(NOTICES, defaultValues?.cancel_notice_minutes).map((n) =>
            option(n, cancelNoticeText(n)),
          )}
        />
        <SelectInput
          section={section}
          name="asks_email"
          label="Pedir correo"
          hint="Opcional: quien no lo deja reserva sin avisos, o con los de WhatsApp, y se cuenta por su teléfono."
          options={ASKING_EMAIL.map((way) => ({ value: way, label: ASKING_EMAIL_TEXT[way] }))}
        />
        <SelectInput
          section={section}
          name="assignment"
          label="Citas sin preferencia"
          hint="A quién le toca cuando el cliente no elige profesional."
          options={ASSIGNMENTS.map((way) => ({ value: way, label: WAYS[way] }))}
        />
      </div>
      <CheckInput
        section={section}
        name="tell_new_professional"
        label="Avisar al cliente cuando cambie el profesional"
        hint="Si no tenía preferencia. A quien eligió profesional se le avisa siempre."
      />
      <CheckInput
        section={section}
        name="suggests_compact"
        label="Sugerir horarios sin huecos"
        hint="Los que dejan un rato en el que no cabe ningún servicio salen de últimos, en «Otros horarios»."
      />
      <CheckInput
        section={section}
        name="buffers_inside_hours"
        label="Preparación y limpieza dentro del horario"
        hint="Si no, pueden quedar antes de abrir, en el almuerzo o después de cerrar."
      />
    </section>
  )
}
