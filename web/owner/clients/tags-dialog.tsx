import { TAG_COLOURS, TAG_MAX, tagError } from '#domain/tag.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../ui/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { trash } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'
import '../../ui/tones.css'
import { changeTag, deleteTag, type Tag, tagsQuery } from '../data/clients.ts'
import { failureText } from '../parts/failures.ts'
import { useFocusNext } from '../parts/use-focus-return.ts'
import './tags.css'

const COLOURS = Array.from({ length: TAG_COLOURS }, (_, index) => index + 1)

/** Names and colours of the business's tags. */
export function TagsDialog({ onClose }: { onClose: () => void }) {
  const { data: tags = [] } = useQuery(tagsQuery())
  const focusNext = useFocusNext()
  return (
    <Dialog title="Etiquetas" onClose={onClose}>
      {tags.length === 0 && (
        <p className="muted">No tienes etiquetas. Agrégalas en la ficha de un cliente.</p>
      )}
      <ul className="tag-rows">
        {tags.map((tag, at) => {
          const next = tags[at + 1] ?? tags[at - 1]
          const focus = (selector: string) => focusNext(selector, document.activeElement)
          return (
            <TagRow
              key={`${tag.id} ${tag.label} ${tag.colour}`}
              tag={tag}
              onSaved={() => focus(`#tag-${tag.id}`)}
              onDeleted={() => focus(next ? `#tag-${next.id} + .x` : 'dialog[open] .modal-h .x')}
            />
          )
        })}
      </ul>
    </Dialog>
  )
}

interface RowProps {
  tag: Tag
  onSaved: () => void
  onDeleted: () => void
}

function TagRow({ tag, onSaved, onDeleted }: RowProps) {
  const [label, setLabel] = useState(tag.label)
  const [colour, setColour] = useState(tag.colour)
  const [error, setError] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isChanged = label !== tag.label || colour !== tag.colour

  async function work(what: () => Promise<void>, onDone: () => void, success: string, failure: string) {
    if (isBusy) return
    setBusy(true)
    try {
      await what()
      onDone()
      toast.success(success)
    } catch (refused) {
      if (refused instanceof ApiError && refused.fields?.['label']) setError(refused.fields['label'])
      else toast.error(failureText(refused, failure))
    }
    setBusy(false)
  }
  function save(event: FormEvent) {
    event.preventDefault()
    const wrong = tagError(label)
    setError(wrong)
    if (!wrong)
      void work(
        () => changeTag(tag.id, { label, colour }),
        onSaved,
        'Etiqueta guardada',
        'Error al guardar la etiqueta',
      )
  }
  const id = `tag-${tag.id}`
  return (
    <li>
      <form onSubmit={save}>
        <input
          id={id}
          className="input"
          aria-label={`Nombre de ${tag.label}`}
          maxLength={TAG_MAX}
          value={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => setLabel(target.value)}
        />
        <button
          type="button"
          className="x"
          aria-label={`Eliminar ${tag.label}`}
          onClick={() => setAsked(!isAsked)}
        >
          <Icon d={trash} />
        </button>
        <div className="tag-colours" role="radiogroup" aria-label={`Color de ${tag.label}`}>
          {COLOURS.map((each) => (
            <label key={each} className={`t${each}`}>
              <input
                type="radio"
                name={id}
                aria-label={`Color ${each}`}
                checked={each === colour}
                onChange={() => setColour(each)}
              />
            </label>
          ))}
        </div>
        <FieldError id={id} error={error} />
        {isChanged && (
          <button className="btn btn-2" aria-disabled={isBusy}>
            Guardar
          </button>
        )}
      </form>
      {isAsked && (
        <div className="tag-gone" role="alert">
          <p className="small">Se quita de todas las fichas que la tienen. Los clientes siguen.</p>
          <button
            type="button"
            className="btn btn-danger-2"
            aria-disabled={isBusy}
            onClick={() =>
              void work(
                () => deleteTag(tag.id),
                onDeleted,
                'Etiqueta eliminada',
                'Error al eliminar la etiqueta',
              )
            }
          >
            Eliminar {tag.label}
          </button>
        </div>
      )}
    </li>
  )
}
