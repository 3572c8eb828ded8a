import { ApiError } from '../../ui/api.ts'
import { signedFetch } from './live.ts'

/** Fetches a file on the owner's behalf and downloads it. */
export async function download(path: string, name: string) {
  const response = await signedFetch(path).catch(() => {
    throw new ApiError(0, '')
  })
  if (!response.ok) throw new ApiError(response.status, '', await response.json().catch(() => undefined))
  saveFile(await response.blob(), name)
}

export function saveFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
