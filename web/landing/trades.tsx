import { Icon } from '../ui/icon.tsx'
import { scissors } from '../ui/icons-panel.ts'
import { flower, hand, leaf, presentation, stethoscope, tooth, wrench } from './landing-icons.ts'

const TRADES = [
  { tone: 5, icon: flower, name: 'Spa y estética' },
  { tone: 7, icon: scissors, name: 'Peluquería y barbería' },
  { tone: 2, icon: hand, name: 'Salón de uñas' },
  { tone: 3, icon: stethoscope, name: 'Consultorio médico' },
  { tone: 6, icon: tooth, name: 'Consultorio dental' },
  { tone: 1, icon: leaf, name: 'Centro de masajes' },
  { tone: 4, icon: wrench, name: 'Taller de reparación' },
  { tone: 9, icon: presentation, name: 'Consultoría y capacitación' },
]

/** The eight kinds of business that the product is made for. */
export function Trades() {
  return (
    <section className="lp-sec" aria-labelledby="negocios">
      <div className="lp-in">
        <h2 id="negocios">Hecha para negocios que atienden con cita</h2>
        <ul className="lp-trades">
          {TRADES.map(({ tone, icon, name }) => (
            <li key={name} className={`t${tone}`}>
              <Icon d={icon} />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
