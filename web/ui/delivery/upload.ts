import type { Answer, CallRequest, FileField, KeyOf, UploadPath } from '#domain/api/calls.ts'
import { addressOf, type Api } from '../api.ts'

/** A file for a call that takes one, in the field that the call names. */
export type UploadRequest<P extends UploadPath> = CallRequest<KeyOf<'POST', P>> & {
  field: FileField<KeyOf<'POST', P>>
  file: Blob
  onProgress?: (part: number) => void
}
interface AnyUpload {
  params?: object
  query?: object
  key?: string
  field: string
  file: Blob
  onProgress?: (part: number) => void
}

/** Uploads one file, reporting its progress (0 to 1). */
export function upload<P extends UploadPath>(
  api: Api,
  path: P,
  request: UploadRequest<P>,
): Promise<Answer<KeyOf<'POST', P>>> {
  const { field, file, onProgress, key, ...rest } = request as unknown as AnyUpload
  const address = addressOf(path, rest)
  const form = new FormData()
  form.append(field, file)
  return api.exchange(`upload ${address} ${file.size} ${file.type}`, key, (headers) =>
    posted(address, headers, form, onProgress),
  )
}

/** By XMLHttpRequest, since fetch tells nothing of what is sent already. */
function posted(
  address: string,
  headers: Record<string, string>,
  form: FormData,
  onProgress: AnyUpload['onProgress'],
): Promise<Pick<Response, 'status' | 'text'>> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', address)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    xhr.onerror = reject
    xhr.onload = () => resolve({ status: xhr.status, text: () => Promise.resolve(xhr.responseText) })
    xhr.send(form)
  })
}
