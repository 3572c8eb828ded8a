import { categoryError, MAX_OPTION_NAME, MOST_CATEGORIES } from '#domain/options.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { describedBy } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { chevronDown } from '../../ui/icons.ts'
import { plus, trash } from '../../ui/icons-panel.ts'
import { servicesQuery } from '../data/services.ts'
import { useFocusNext } from '../parts/use-focus-return.ts'
import { up } from './icons.ts'
import './service-offer.css'
import { useCategories } from './use-categories.ts'

/** The owner's groups of services: added, renamed, arranged and removed one by one, each stored at once. */
export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const { categories, add, rename, move, remove } = useCategories()
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<{ id: number; by: 1 | -1 }>(undefined)
  const focusNext = useFocusNext()
  const { data: services } = useQuery(servicesQuery())
  const [asked, setAsked] = useState<number>()
  const inside = (id: number) => services?.filter(({ category_id }) => category_id === id).length

  function removed(id: number) {
    moved.current = undefined
    const at = categories.findIndex((one) => one.id === id)
    const next = categories[at + 1] ?? categories[at - 1]
    const name = next ? [`.category-row[data-id="${next.id}"] input`] : []
    focusNext([...name, '.category-row.new input'], document.activeElement)
    void remove(id)
  }

  useEffect(() => {
    // Moving a row in the document takes the focus from it; whoever went on to something else keeps it there.
    if (!moved.current || !isFocusLost()) return
    const { id, by } = moved.current
    const step = (by: number) => list.current?.querySelector<HTMLElement>(`[data-step="${id} ${by}"]:enabled`)
    ;(step(by) ?? step(-by))?.focus()
  }, [categories])

  return (
    <Dialog title="Categorías" className="categories" onClose={onClose}>
      <p className="hint">Agrupan tus servicios en tu página de reservas, en este orden.</p>
      <ul className="option-list" ref={list}>
        {categories.map(({ id, category_name }, i) => (
          <li key={id} className="category-row" data-id={id}>
            <CategoryName name={category_name} onRename={(name) => rename(id, name)} />
            {([-1, 1] as const).map((by) => (
              <button
                key={by}
                type="button"
                className="x"
                data-step={`${id} ${by}`}
                aria-label={`${by < 0 ? 'Subir' : 'Bajar'} ${category_name}`}
                disabled={i + by < 0 || i + by === categories.length}
                onClick={() => {
                  moved.current = { id, by }
                  void move(id, by)
                }}
              >
                <Icon d={by < 0 ? up : chevronDown} />
              </button>
            ))}
            <button
              type="button"
              className="x"
              aria-label={`Eliminar ${category_name}`}
              onClick={() => (inside(id) === 0 ? removed(id) : setAsked(asked === id ? undefined : id))}
            >
              <Icon d={trash} />
            </button>
            {asked === id && (
              <div className="category-gone" role="alert">
                <p className="small">{leftWithout(inside(id))}</p>
                <button type="button" className="btn btn-danger-2" onClick={() => removed(id)}>
                  Eliminar la categoría {category_name}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {categories.length < MOST_CATEGORIES && <NewCategory onAdd={add} />}
    </Dialog>
  )
}

const leftWithout = (count = 0) =>
  count === 0
    ? 'Sus servicios quedan sin categoría.'
    : count === 1
      ? 'Su servicio queda sin categoría.'
      : `Sus ${count} servicios quedan sin categoría.`

function isFocusLost(): boolean {
  const at = document.activeElement
  return !at || at === document.body || at.matches(':disabled')
}

/** Follows what is stored, until something else is typed; that stays until it is stored. */
function CategoryName({ name, onRename }: { name: string; onRename: (name: string) => Promise<boolean> }) {
  const [typed, setTyped] = useState<string>()

  async function store() {
    if (typed === undefined) return
    const isStored = await onRename(typed.trim())
    if (isStored) setTyped((now) => (now === typed ? undefined : now))
  }

  return (
    <input
      className="input"
      aria-label={`Nombre de ${name}`}
      value={typed ?? name}
      maxLength={MAX_OPTION_NAME}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => void store()}
    />
  )
}

function NewCategory({ onAdd }: { onAdd: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [sent, setSent] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (name === sent) return
    const wrong = categoryError(name)
    setError(wrong)
    if (wrong) return
    setSent(name)
    const isStored = await onAdd(name)
    setSent((now) => (now === name ? undefined : now))
    if (isStored) setName((now) => (now === name ? '' : now))
  }

  return (
    <form className="category-row new" onSubmit={(event) => void submit(event)} noValidate>
      <input
        className="input"
        aria-label="Nueva categoría"
        placeholder="Nueva categoría"
        value={name}
        maxLength={MAX_OPTION_NAME}
        {...describedBy('new-category', error)}
        onChange={({ target }) => setName(target.value)}
      />
      <button className="btn btn-2" aria-disabled={name !== '' && name === sent}>
        <Icon d={plus} />
        Agregar
      </button>
      {error && (
        <p className="option-error" id="new-category-error" role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
