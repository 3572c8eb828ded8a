import { Icon } from '../ui/icon.tsx'
import { bell } from '../ui/icons-panel.ts'

const DAY = [
  { time: '9:00', half: 'am', name: 'Laura Díaz', service: 'Corte y cepillado', tone: 't7', done: true },
  { time: '10:00', half: 'am', name: 'Sofía Arango', service: 'Balayage', tone: 't4', done: false },
  { time: '3:30', half: 'pm', name: 'Camila Rojas', service: 'Corte y cepillado', tone: 't7', done: false },
]

/** An illustration of a well-ordered day: decorative, on wide screens only. */
export function Aside() {
  return (
    <div className="auth-a" aria-hidden="true">
      <div className="peek">
        <div className="peek-day">
          {DAY.map(({ time, half, name, service, tone, done }) => (
            <div key={time} className={tone}>
              <span className="num">
                <b>{time}</b>
                {half}
              </span>
              <i />
              <span className="grow">
                <b>{name}</b>
                {service}
              </span>
              <span className={`badge ${done ? 'st-completada' : 'st-programada'}`}>
                {done ? 'Asistió' : 'Programada'}
              </span>
            </div>
          ))}
        </div>
        <div className="peek-note">
          <span>
            <Icon d={bell} />
          </span>
          Recordatorio enviado a Camila
        </div>
        <p>Tus citas, en punto. Sin perseguir a nadie.</p>
      </div>
      <svg className="auth-e" viewBox="0 0 32 32">
        <path
          d="M8.4 16.2h13a6.6 6.6 0 1 0-2.2 5"
          fill="none"
          stroke="#fff"
          strokeWidth="3.1"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  )
}
