import type { Answer, KeyOf, UploadPath } from '#domain/api/calls.ts'
import { useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { upload as uploaded, type UploadRequest } from '../../ui/delivery/upload.ts'
import type { ImageChange } from '../../ui/image/image-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureText, lostText } from './failures.ts'

/**
 * The picture of a form's dialog: `image` is the chosen one, `progress` (0 to 1) that of its upload.
 * `onProblem` receives the message to show in the form when the upload fails.
 */
export function usePicture(onProblem: (problem: string | undefined) => void) {
  const [image, setImage] = useState<ImageChange>()
  const [progress, setProgress] = useState<number>()

  /**
   * Uploads the chosen picture, if any. Returns false on failure: the dialog stays open for another attempt.
   */
  async function upload<P extends UploadPath>(
    path: P,
    request: Omit<UploadRequest<P>, 'file' | 'onProgress'>,
    onStored: (answer: Answer<KeyOf<'POST', P>>) => void,
  ): Promise<boolean> {
    if (!image) return true
    setProgress(0)
    try {
      onStored(
        await uploaded(ownerApi, path, {
          ...request,
          file: image,
          onProgress: setProgress,
        } as UploadRequest<P>),
      )
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
