import { IMAGE_TYPES, imageError, IMAGE_TYPE_INVALID } from '#domain/images.ts'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { hide } from '../avatar.tsx'
import { FieldError } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { ImageCrop } from './image-crop.tsx'
import './image-field.css'
import { decoded } from './image-frame.ts'
import { camera } from './image-icons.ts'

/** The change to a picture: a new one, none, or (undefined) no change. */
export type ImageChange = Blob | null | undefined

interface Props {
  id: string
  label: string
  /** The stored picture. */
  src: string | undefined
  value: ImageChange
  onChange: (value: ImageChange) => void
  isRound?: boolean
  /** Shown when there is no picture. */
  children: ReactNode
  /** While the form is being stored, another one would be neither stored with it nor kept. */
  isDisabled?: boolean
  /** The progress of an upload, 0 to 1. */
  progress: number | undefined
}

/** One square picture: shown, chosen, cropped and removed. The form's owner uploads it. */
export function ImageField(props: Props) {
  const { id, label, src, value, onChange, isRound, isDisabled, children, progress } = props
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [opened, setOpened] = useState<HTMLImageElement>()
  const shown = useObjectUrl(value) ?? (value === null ? undefined : src)
  const button = useRef<HTMLButtonElement>(null)

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Allows choosing the same file again.
    target.value = ''
    if (!file) return
    const fault = imageError(file)
    const image = fault ? undefined : await decoded(file)
    const found = fault ?? (image ? undefined : IMAGE_TYPE_INVALID)
    setError(found)
    setOpened(image)
  }

  function closeCrop(cropped?: Blob) {
    if (cropped) onChange(cropped)
    URL.revokeObjectURL(opened!.src)
    setOpened(undefined)
  }
  const wasOpen = useRef(false)
  useEffect(() => {
    // The elements behind the dialog can take the focus only once it is gone.
    if (wasOpen.current && !opened) button.current?.focus()
    wasOpen.current = opened !== undefined
  }, [opened])

  return (
    <div className="field image-field" role="group" aria-label={label}>
      <div className={isRound ? 'image-shown image-round' : 'image-shown'}>
        {children}
        {shown && <img key={shown} src={shown} alt="" onError={hide} />}
        {progress !== undefined && (
          <progress value={progress} max="1" aria-label="Subiendo la imagen">
            {Math.round(progress * 100)} %
          </progress>
        )}
      </div>
      <div className="image-acts">
        <div className="row wrap">
          <button
            ref={button}
            type="button"
            className="btn btn-2"
            disabled={isDisabled}
            aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
            onClick={() => input.current!.click()}
          >
            <Icon d={camera} />
            {shown ? 'Cambiar foto' : 'Subir foto'}
          </button>
          {shown && (
            <button type="button" className="btn btn-3" disabled={isDisabled} onClick={remove}>
              Quitar
            </button>
          )}
        </div>
        <p className="hint" id={`${id}-hint`}>
          JPG, PNG, GIF o WebP, máximo 5MB
        </p>
        <div role="alert">
          <FieldError id={id} error={error} />
        </div>
      </div>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept={IMAGE_TYPES.join(',')}
        aria-label={label}
        onChange={choose}
      />
      {opened && (
        <ImageCrop image={opened} isRound={isRound} onDone={closeCrop} onCancel={() => closeCrop()} />
      )}
    </div>
  )

  function remove() {
    setError(undefined)
    onChange(src ? null : undefined)
    button.current?.focus()
  }
}

function useObjectUrl(value: ImageChange): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!value) return setUrl(undefined)
    const made = URL.createObjectURL(value)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [value])
  return url
}
