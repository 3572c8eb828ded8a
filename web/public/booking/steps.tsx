import type { Step } from '../business/types.ts'

export const TITLES: Record<Step, string> = {
  cita: 'Datos de la cita',
  datos: 'Datos del cliente',
  confirmar: 'Confirmar tu cita',
  lista: '¡Cita Confirmada!',
}

const STEPS: [Step, string][] = [
  ['cita', 'Cita'],
  ['datos', 'Tus datos'],
  ['confirmar', 'Confirmar'],
]

export function Steps({ step }: { step: Step }) {
  const at = STEPS.findIndex(([name]) => name === step)
  return (
    <ol className="steps" aria-label="Pasos de la reserva">
      {STEPS.map(([name, label], i) => (
        <li key={name} className={i < at ? 'done' : undefined} aria-current={i === at ? 'step' : undefined}>
          <span>
            {label}
            {i < at && <span className="sr"> (listo)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
