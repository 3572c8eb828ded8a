import { useEffect, useState } from 'react'
import { ownerApi, useSession } from '../../account/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { check } from '../../ui/icons.ts'
import { external } from '../../ui/icons-panel.ts'
import { SelfForm } from './self-form.tsx'
import type { Professional } from './types.ts'

/** On the services screen, while nobody attends: offers the owner. Silent when it is not known. */
export function SelfCard() {
  const { business } = useSession()
  const [count, setCount] = useState<number>()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    let isWanted = true
    ownerApi.get<{ professionals: Professional[] }>('/api/professionals').then(
      ({ professionals }) => isWanted && setCount(professionals.length),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [])

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
  if (count !== 0) return null
  return (
    <section className="card self-card" aria-labelledby="self-title">
      <div>
        <h2 className="h3" id="self-title">
          ¿Quién atiende?
        </h2>
        <p className="small muted">Si eres tú, escribe tu nombre y tu página ya se puede reservar.</p>
      </div>
      <SelfForm onCreated={() => setDone(true)} />
    </section>
  )
}
