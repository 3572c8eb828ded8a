import { FILE_KIND_LABELS, FILE_KINDS, type FileKind } from '#domain/card-file.ts'
import { IMAGE_TYPE_INVALID, IMAGE_TYPES, imageError } from '#domain/images.ts'
import { type ChangeEvent, useRef, useState } from 'react'
import { ApiError } from '../../../../ui/api.ts'
import { FieldError } from '../../../../ui/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { camera } from '../../../../ui/image/image-icons.ts'
import { toast } from '../../../../ui/toast.tsx'
import type { WholeClient } from '../../../data/clients.ts'
import { addPhoto } from '../../../data/privacy/photos.ts'
import { failureText } from '../../../parts/failures.ts'
import { newKey } from '../../../parts/key.ts'
import { smaller } from './smaller.ts'

/** A photo whose upload failed, to be sent again as the same request. */
interface Waiting {
  kind: FileKind
  file: Blob
  key: string
}

/** A new photo: what it shows, and the file. One that did not arrive waits to be sent again. */
export function AddPhoto({ client }: { client: WholeClient }) {
  const input = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<FileKind>('after')
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const [waiting, setWaiting] = useState<Waiting>()

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Allows choosing the same file again.
    target.value = ''
    if (!file || progress !== undefined) return
    setError(undefined)
    setWaiting(undefined)
    const small = await smaller(file)
    const fault = small ? imageError(small) : IMAGE_TYPE_INVALID
    if (!small || fault) return setError(fault)
    await send({ kind, file: small, key: newKey() })
  }

  async function send(photo: Waiting) {
    setError(undefined)
    setProgress(0)
    try {
      await addPhoto(client.id, { ...photo, onProgress: setProgress })
      toast.success('Foto guardada')
      setWaiting(undefined)
    } catch (failure) {
      const text = failureText(failure, 'Error al subir la foto')
      const isFinal = failure instanceof ApiError && [400, 404, 409, 413, 415].includes(failure.status)
      setWaiting(isFinal ? undefined : photo)
      setError(text)
    }
    setProgress(undefined)
  }

  const isBusy = progress !== undefined
  return (
    <div className="cli-photo-form">
      <fieldset className="cli-photo-kinds">
        <legend className="sr">Qué muestra la foto</legend>
        {FILE_KINDS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="cli-photo-kind"
              checked={kind === each}
              onChange={() => setKind(each)}
            />
            <span>{FILE_KIND_LABELS[each]}</span>
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        className="btn btn-2"
        aria-disabled={isBusy}
        aria-describedby="cli-photo-hint"
        onClick={() => !isBusy && input.current!.click()}
      >
        <Icon d={camera} />
        {isBusy ? 'Subiendo…' : 'Agregar foto'}
      </button>
      {isBusy && (
        <progress value={progress} max="1" aria-label="Subiendo la foto">
          {Math.round(progress * 100)} %
        </progress>
      )}
      <p className="hint" id="cli-photo-hint">
        Solo la ve tu equipo. Tómala con permiso del cliente. JPG, PNG, GIF o WebP.
      </p>
      <div role="alert">
        <FieldError id="cli-photo" error={error} />
      </div>
      {waiting && !isBusy && (
        <button type="button" className="btn btn-2" onClick={() => void send(waiting)}>
          Subirla otra vez
        </button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join(',')}
        aria-label="Foto del cliente"
        onChange={(event) => void choose(event)}
      />
    </div>
  )
}
