import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../../account/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icons.ts'
import { external } from '../../../ui/icons-panel.ts'
import { professionalStored, professionalsQuery } from '../../data/professionals.ts'
import { SelfForm } from './self-form.tsx'

/**
 * On the services screen, while there are no professionals: offers to add the owner. Hidden until that is
 * known.
 */
export function SelfCard() {
  const { business } = useSession()
  const { data: professionals } = useQuery(professionalsQuery())
  const [isDone, setDone] = useState(false)

  if (isDone)
    return (
      <section className="card self-card self-done" role="status">
        <Icon d={check} />
        <p>
          <b>Listo.</b> Tu página ya recibe reservas.
        </p>
        <a className="btn btn-2" href={`/negocio/${business?.slug}`} target="_blank">
          Ver mi página
          <Icon d={external} className="icon-sm" />
        </a>
      </section>
    )
  if (professionals?.length !== 0) return null
  return (
    <section className="card self-card" aria-labelledby="self-title">
      <div>
        <h2 className="h3" id="self-title">
          ¿Quién atiende?
        </h2>
        <p className="small muted">Si eres tú, escribe tu nombre y tu página ya se puede reservar.</p>
      </div>
      <SelfForm
        onCreated={(professional) => {
          professionalStored(professional)
          setDone(true)
        }}
      />
    </section>
  )
}
