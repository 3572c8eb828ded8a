import { categoryError, MAX_OPTION_NAME, MOST_CATEGORIES } from '#domain/options.ts'
import type { Category } from '#domain/api/service.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { chevronDown } from '../../ui/icons.ts'
import { plus, trash } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'
import { categoriesQuery, categoriesStored, servicesArranged } from '../data/services.ts'
import { failureText } from '../parts/failures.ts'
import { newKey } from '../parts/key.ts'
import { up } from './icons.ts'
import './service-offer.css'

const FAILED = 'Error al guardar las categorías'

/** The owner's groups of services: added, renamed, arranged and removed one by one, each stored at once. */
export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const { data: categories = [], refetch } = useQuery(categoriesQuery())
  const [isBusy, setBusy] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const focusAfter = useRef<string>(undefined)

  useEffect(() => {
    // Moving a row in the document takes the focus from it.
    if (!focusAfter.current) return
    list.current?.querySelector<HTMLElement>(`[data-step="${focusAfter.current}"]`)?.focus()
    focusAfter.current = undefined
  }, [categories])

  async function act(work: () => Promise<void>) {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error(failureText(error, FAILED))
      void refetch()
    }
    setBusy(false)
  }

  const move = (at: number, by: 1 | -1) =>
    act(async () => {
      const ids = categories.map(({ id }) => id)
      const [id] = ids.splice(at, 1)
      ids.splice(at + by, 0, id!)
      const isAtEnd = at + by === 0 || at + by === categories.length - 1
      const answer = await ownerApi.put('/api/service-categories/order', { body: { ids } })
      focusAfter.current = `${id} ${isAtEnd ? -by : by}`
      categoriesStored(answer.categories)
    })

  const remove = ({ id }: Category) =>
    act(async () => {
      const { services } = await ownerApi.delete('/api/service-categories/:id', { params: { id } })
      categoriesStored(categories.filter((one) => one.id !== id))
      servicesArranged(services)
    })

  const rename = ({ id, version, category_name: before }: Category, category_name: string) =>
    category_name.trim() === before
      ? undefined
      : act(async () => {
          const body = { category_name, version }
          const { category } = await ownerApi.patch('/api/service-categories/:id', { params: { id }, body })
          categoriesStored(categories.map((one) => (one.id === id ? category : one)))
        })

  return (
    <Dialog title="Categorías" className="categories" onClose={onClose}>
      <p className="hint">Agrupan tus servicios en tu página de reservas, en este orden.</p>
      <ul className="option-list" ref={list}>
        {categories.map((category, i) => (
          <li key={category.id} className="category-row">
            <input
              className="input"
              // What is stored elsewhere meanwhile shows.
              key={category.version}
              aria-label={`Nombre de ${category.category_name}`}
              defaultValue={category.category_name}
              maxLength={MAX_OPTION_NAME}
              onBlur={({ target }) => void rename(category, target.value)}
            />
            {([-1, 1] as const).map((by) => (
              <button
                key={by}
                type="button"
                className="x"
                data-step={`${category.id} ${by}`}
                aria-label={`${by < 0 ? 'Subir' : 'Bajar'} ${category.category_name}`}
                disabled={i + by < 0 || i + by === categories.length}
                onClick={() => void move(i, by)}
              >
                <Icon d={by < 0 ? up : chevronDown} />
              </button>
            ))}
            <button
              type="button"
              className="x"
              aria-label={`Eliminar ${category.category_name}`}
              onClick={() => void remove(category)}
            >
              <Icon d={trash} />
            </button>
          </li>
        ))}
      </ul>
      {categories.length < MOST_CATEGORIES && (
        <NewCategory
          onAdd={(category_name) =>
            act(async () => {
              const body = { category_name }
              const { category } = await ownerApi.post('/api/service-categories', { body, key: newKey() })
              categoriesStored([...categories, category])
            })
          }
        />
      )}
    </Dialog>
  )
}

function NewCategory({ onAdd }: { onAdd: (name: string) => Promise<void> }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = categoryError(name)
    setError(wrong)
    if (!wrong) void onAdd(name).then(() => setName(''))
  }

  return (
    <form className="category-row new" onSubmit={submit} noValidate>
      <input
        className="input"
        aria-label="Nueva categoría"
        placeholder="Nueva categoría"
        value={name}
        maxLength={MAX_OPTION_NAME}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <button className="btn btn-2">
        <Icon d={plus} />
        Agregar
      </button>
      {error && (
        <p className="option-error" role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
