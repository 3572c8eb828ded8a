import type { Professional } from '#domain/api/professional.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { describedBy, FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { store } from '../../../ui/icons.ts'
import { imageSrc } from '../../../ui/image-src.ts'
import { initialsOf, shortNames } from '#domain/team-names.ts'
import { useEffect, useRef } from 'react'

interface Props {
  professionals: readonly Professional[]
  /** '' is the whole business. */
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** Whose time it is, by their faces. */
export function WhoField({ professionals, value, error, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const names = shortNames(professionals)
  const letters = initialsOf(professionals)
  const tied = describedBy('professional_id', error)
  useEffect(() => {
    list.current
      ?.querySelector(':checked')
      ?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  return (
    <fieldset className="field">
      <legend className="label">¿De quién?</legend>
      <div className="whos" ref={list}>
        <label>
          <input
            type="radio"
            {...tied}
            name="professional_id"
            className="sr"
            checked={value === ''}
            onChange={() => onChange('')}
          />
          <span className="who-all">
            <Icon d={store} />
          </span>
          Todo el negocio
        </label>
        {professionals.map(({ id, professional_name, avatar_url }) => (
          <label key={id}>
            <input
              type="radio"
              {...tied}
              name="professional_id"
              className="sr"
              checked={value === String(id)}
              onChange={() => onChange(String(id))}
            />
            <Avatar name={professional_name} letters={letters.get(id)} src={imageSrc(avatar_url, 160)} />
            <span aria-hidden="true">{names.get(id)}</span>
            <span className="sr">{professional_name}</span>
          </label>
        ))}
      </div>
      <FieldError id="professional_id" error={error} />
    </fieldset>
  )
}
