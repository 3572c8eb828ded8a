import { CREDIT_PACKAGE, FREE_CREDITS_PER_MONTH, packageText } from '#domain/credits.ts'
import { LAST_REMINDER_HOURS, REMINDER_HOURS } from '#domain/reminders.ts'
import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../ui/icon.tsx'
import { check } from '../../ui/icons.ts'
import { bell } from './section-icons.ts'
import { FieldError } from '../../ui/field.tsx'
import { whatsAppQuery } from '../data/messages/whatsapp.ts'
import type { Profile, SectionProps } from './profile.ts'
import { ElsewhereNotice } from '../parts/elsewhere-notice.tsx'
import { GreetingsCard } from './greetings-card.tsx'
import { SaveBar } from './save-bar.tsx'
import { useSection } from './use-section.ts'
import { WhatsAppCard } from './whatsapp-card.tsx'

const WAYS_TEXT = {
  email: 'Tus clientes los reciben por correo.',
  whatsapp: 'Quien lo pidió los recibe por WhatsApp; los demás, por correo.',
  both: 'Tus clientes los reciben por correo, y quien lo pidió también por WhatsApp.',
} as const

const ABOUT: Record<number, string> = {
  24: 'Un día antes: da tiempo de avisar si no pueden ir.',
  12: 'El mismo día o la noche anterior.',
}

// Radio buttons hold text.
const values = ({ reminder_hours, notify_team_bookings }: Profile) => ({
  reminder_hours: String(reminder_hours),
  notify_team_bookings,
})

export function RemindersTab(props: SectionProps) {
  const fields = ({ reminder_hours, ...form }: ReturnType<typeof values>) => ({
    ...form,
    reminder_hours: Number(reminder_hours),
  })
  const section = useSection(props, { values, fields })
  const error = section.error('reminder_hours')
  const { data: byWhatsApp } = useQuery(whatsAppQuery())
  const channel = byWhatsApp?.is_available ? byWhatsApp.reminder_channel : 'email'
  return (
    <form className="set-form" noValidate onSubmit={section.submit}>
      <div className="stack set-main">
        <section className="card pad set-card" aria-labelledby="reminders-title">
          <div>
            <h2 className="h2" id="reminders-title">
              Recordatorios
            </h2>
            <p className="small muted">{WAYS_TEXT[channel]} Con ellos se olvidan menos citas.</p>
            <ElsewhereNotice {...section.notice} />
          </div>
          <fieldset className="set-options" aria-describedby={error && 'reminder_hours-error'}>
            <legend className="label">Primer recordatorio</legend>
            {[...REMINDER_HOURS].reverse().map((hours) => (
              <label key={hours} className="set-option">
                <input type="radio" value={hours} {...section.form.register('reminder_hours')} />
                <span>
                  <b>{hours} horas antes</b>
                  <small>{ABOUT[hours]}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <FieldError id="reminder_hours" error={error} />
          <p className="set-note">
            <Icon d={bell} />
            <span>
              <b>{LAST_REMINDER_HOURS} horas antes</b> sale siempre otro recordatorio. Las citas agendadas con
              menos anticipación reciben solo los que alcanzan.
            </span>
          </p>
        </section>
        <WhatsAppCard />
        <GreetingsCard />
        <section className="card pad set-card" aria-labelledby="notices-title">
          <div>
            <h2 className="h2" id="notices-title">
              Avisos a tu correo
            </h2>
            <p className="small muted">
              De cada cita que reserva un cliente te llega un correo. De las que agendas tú, ninguno.
            </p>
          </div>
          <label className="check">
            <input type="checkbox" {...section.form.register('notify_team_bookings')} />
            <span>
              También las que agenda mi equipo
              <small className="hint">Un correo por cada cita que agende otra persona de tu negocio.</small>
            </span>
          </label>
        </section>
        <section className="card pad set-card" aria-labelledby="credits-title">
          <div>
            <h2 className="h2" id="credits-title">
              Mensajes de recordatorio
            </h2>
            <p className="small muted">Cada recordatorio enviado a un cliente usa un mensaje.</p>
          </div>
          <dl className="set-facts">
            <div>
              <dt>Gratis cada mes</dt>
              <dd>{FREE_CREDITS_PER_MONTH}</dd>
            </div>
            <div>
              <dt>Paquete de {CREDIT_PACKAGE.messages}</dt>
              <dd>{packageText().split(' por ')[1]}</dd>
            </div>
          </dl>
          <ul className="set-ticks">
            {[
              'Las confirmaciones, los cambios y tus propios avisos no usan mensajes.',
              `Primero se usan los gratis. No se acumulan: cada mes empiezas con ${FREE_CREDITS_PER_MONTH}.`,
              'Los comprados no vencen.',
              'Sin mensajes no se envían recordatorios; las citas siguen igual.',
            ].map((text) => (
              <li key={text}>
                <Icon d={check} className="icon-sm" />
                {text}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <SaveBar {...section.bar} />
    </form>
  )
}
