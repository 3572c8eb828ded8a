import { MOST_CARD_TAGS, TAG_MAX, tagError } from '#domain/tag.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { may, type SessionBusiness } from '../../account/session.ts'
import { ApiError } from '../../ui/api.ts'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { close } from '../../ui/icons.ts'
import { plus } from '../../ui/icons-panel.ts'
import { toast } from '../../ui/toast.tsx'
import '../../ui/tones.css'
import { addTag, type Client, removeTag, type Tag, tagsQuery } from '../data/clients.ts'
import { failureText } from '../parts/failures.ts'
import './tags.css'

/** What the list says by itself, and the business's own words. */
export const Tags = ({ client: { is_frequent, is_new, tags } }: { client: Client }) => (
  <>
    {is_frequent && <span className="tagc auto">Frecuente</span>}
    {is_new && <span className="tagc auto">Nuevo</span>}
    {tags.map(({ id, label, colour }) => (
      <span key={id} className={`tagc t${colour}`}>
        {label}
      </span>
    ))}
  </>
)

/** The tags of a card: who may change clients takes them off, and adds one. */
export function CardTags({ client, business }: { client: Client; business: SessionBusiness }) {
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const mayWrite = may(business, 'clients:write')
  const { is_frequent, is_new, tags } = client
  if (!mayWrite && tags.length === 0 && !is_frequent && !is_new) return null
  const remove = ({ id }: Tag) =>
    removeTag(client.id, id).then(
      () => opener.current?.focus(),
      (failure: unknown) => toast.error(failureText(failure, 'Error al quitar la etiqueta')),
    )
  return (
    <div className="cli-tags">
      {mayWrite ? (
        <>
          <Tags client={{ ...client, tags: [] }} />
          {tags.map((tag) => (
            <span key={tag.id} className={`tagc t${tag.colour}`}>
              {tag.label}
              <button type="button" aria-label={`Quitar ${tag.label}`} onClick={() => void remove(tag)}>
                <Icon d={close} />
              </button>
            </span>
          ))}
          {tags.length < MOST_CARD_TAGS && (
            <button
              ref={opener}
              type="button"
              className="tagc tag-add"
              aria-label="Agregar etiqueta"
              aria-expanded={isAdding}
              onClick={() => setAdding(!isAdding)}
            >
              <Icon d={plus} />
            </button>
          )}
          {isAdding && tags.length < MOST_CARD_TAGS && (
            <TagForm
              client={client}
              onDone={() => {
                setAdding(false)
                opener.current?.focus()
              }}
            />
          )}
        </>
      ) : (
        <Tags client={client} />
      )}
    </div>
  )
}

/** One of the business's tags with one tap, or a new word. */
function TagForm({ client, onDone }: { client: Client; onDone: () => void }) {
  const { data: all = [] } = useQuery(tagsQuery())
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const others = all.filter(({ id }) => client.tags.every((tag) => tag.id !== id))

  async function add(label: string) {
    if (isBusy) return
    const wrong = tagError(label)
    setError(wrong)
    if (wrong) return
    setBusy(true)
    try {
      await addTag(client.id, label)
      onDone()
    } catch (failure) {
      if (failure instanceof ApiError && failure.fields?.['label']) setError(failure.fields['label'])
      else toast.error(failureText(failure, 'Error al agregar la etiqueta'))
      setBusy(false)
    }
  }
  return (
    <form
      className="tag-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void add(text)
      }}
    >
      {others.length > 0 && (
        <div className="cli-tags" role="group" aria-label="Tus etiquetas">
          {others.map(({ id, label, colour }) => (
            <button key={id} type="button" className={`tagc t${colour}`} onClick={() => void add(label)}>
              {label}
            </button>
          ))}
        </div>
      )}
      <div className="tag-new">
        <input
          id="cli-tag"
          className="input"
          aria-label="Etiqueta nueva"
          placeholder="Etiqueta nueva"
          autoComplete="off"
          autoFocus
          maxLength={TAG_MAX}
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'cli-tag-error' : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <button className="btn btn-2" aria-disabled={isBusy}>
          Agregar
        </button>
      </div>
      <FieldError id="cli-tag" error={error} />
    </form>
  )
}
