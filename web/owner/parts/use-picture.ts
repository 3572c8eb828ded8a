import { useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import type { ImageChange } from '../../ui/image-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureText, lostText } from './failures.ts'

/**
 * The picture of a form's window: `image` is what was chosen, `progress` (0 to 1) how much of it has gone while it is
 * sent. `onProblem` hears what is to be said at the form when it has not arrived.
 */
export function usePicture(onProblem: (problem: string | undefined) => void) {
  const [image, setImage] = useState<ImageChange>()
  const [progress, setProgress] = useState<number>()

  /** Sends the picture, if one was chosen. False: it has not arrived, and the window stays for another attempt. */
  async function upload<Answer>(
    path: string,
    name: string,
    onStored: (answer: Answer) => void,
  ): Promise<boolean> {
    if (!image) return true
    setProgress(0)
    try {
      onStored(await ownerApi.upload<Answer>(path, name, image, setProgress))
      toast.success('Imagen subida exitosamente')
      return true
    } catch (error) {
      toast.error(failureText(error, 'Error al subir la imagen'))
      onProblem(lostText(error))
      return false
    } finally {
      setProgress(undefined)
    }
  }

  return { image, setImage, progress, upload }
}
