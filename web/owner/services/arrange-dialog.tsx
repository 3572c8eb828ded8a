import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { chevronDown } from '../../ui/icons.ts'
import { toast } from '../../ui/toast.tsx'
import { failureText, lostText } from '../parts/failures.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import './arrange.css'
import { grip, up } from './icons.ts'
import type { Service } from '#domain/api/service.ts'

interface Props {
  services: Service[]
  onStored: (services: Service[]) => void
  onClose: () => void
}

/** Changes the order of the services, by dragging or step by step. */
export function ArrangeDialog({ services, onStored, onClose }: Props) {
  const [order, setOrder] = useState(services)
  const [dragged, setDragged] = useState<number>()
  const [busy, setBusy] = useState<string | false>(false)
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const focusAfter = useRef<string>(undefined)
  const isDirty = order.some(({ id }, i) => id !== services[i]?.id)

  function move(id: number, to: number) {
    const from = order.findIndex((service) => service.id === id)
    if (from === to || to < 0 || to >= order.length) return
    setOrder((before) => before.toSpliced(from, 1).toSpliced(to, 0, before[from]!))
    setSaid(`${order[from]!.service_name}: puesto ${to + 1} de ${order.length}`)
  }

  function step(id: number, at: number, by: 1 | -1) {
    const isAtEnd = at + by === 0 || at + by === order.length - 1
    const direction = isAtEnd ? -by : by
    focusAfter.current = `${id} ${direction}`
    move(id, at + by)
  }
  useEffect(() => {
    // Moving a row in the document takes the focus from it.
    if (!focusAfter.current) return
    list.current?.querySelector<HTMLElement>(`[data-step="${focusAfter.current}"]`)?.focus()
    focusAfter.current = undefined
  }, [order])

  function grab(event: PointerEvent, id: number) {
    event.preventDefault()
    // The list captures the pointer, since a moving row would lose it.
    list.current!.setPointerCapture(event.pointerId)
    setDragged(id)
  }

  function drag({ clientY }: PointerEvent) {
    if (dragged === undefined) return
    const { top } = list.current!.getBoundingClientRect()
    // With its line: without it, the thirtieth would be taken for the one after it.
    const { height } = list.current!.firstElementChild!.getBoundingClientRect()
    move(dragged, Math.min(order.length - 1, Math.max(0, Math.floor((clientY - top) / height))))
    scrollAtEdge(list.current!.closest('.modal-b')!, clientY)
  }

  async function store() {
    if (!isDirty) return onClose()
    setBusy('Guardando...')
    setProblem(undefined)
    try {
      const body = { ids: order.map(({ id }) => id) }
      const answer = await ownerApi.put('/api/services/order', { body })
      onStored(answer.services)
      toast.success('Orden actualizado exitosamente')
      onClose()
    } catch (error) {
      toast.error(failureText(error, 'Error al guardar el orden'))
      setProblem(lostText(error))
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title="Ordenar servicios"
      note="Así se muestran en tu página de reservas"
      className="arrange"
      {...{ isDirty, busy, problem, onClose }}
      submitText="Guardar orden"
      onSubmit={store}
    >
      <ol ref={list} onPointerMove={drag} onLostPointerCapture={() => setDragged(undefined)}>
        {order.map(({ id, service_name: name }, i) => (
          <li key={id} className={id === dragged ? 'dragged' : undefined}>
            <span className="grip" onPointerDown={(event) => grab(event, id)}>
              <Icon d={grip} />
            </span>
            <span className="grow">{name}</span>
            <button
              type="button"
              className="x"
              data-step={`${id} -1`}
              aria-label={`Subir ${name}`}
              disabled={i === 0}
              onClick={() => step(id, i, -1)}
            >
              <Icon d={up} />
            </button>
            <button
              type="button"
              className="x"
              data-step={`${id} 1`}
              aria-label={`Bajar ${name}`}
              disabled={i === order.length - 1}
              onClick={() => step(id, i, 1)}
            >
              <Icon d={chevronDown} />
            </button>
          </li>
        ))}
      </ol>
      <p className="sr" role="status">
        {said}
      </p>
    </FormDialog>
  )
}

function scrollAtEdge(box: Element, y: number) {
  const { top, bottom } = box.getBoundingClientRect()
  if (y < top + 40) box.scrollBy(0, -12)
  else if (y > bottom - 40) box.scrollBy(0, 12)
}
