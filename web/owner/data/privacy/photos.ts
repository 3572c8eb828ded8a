import type { FileKind } from '#domain/card-file.ts'
import { ownerApi } from '../../../account/session.ts'
import { addressOf, ApiError } from '../../../ui/api.ts'
import { upload } from '../../../ui/delivery/upload.ts'
import { clientsChanged, type WholeClient } from '../clients.ts'
import { signedFetch } from '../live.ts'

export type Photo = WholeClient['files'][number]

interface Which {
  client: number
  photo: number
  /** In which it is shown, in pixels of the screen. */
  width: number
}

/** A photo of a client's card: fetched with the session, because no address shows it. */
export const photoQuery = ({ client, photo, width }: Which) => ({
  queryKey: ['client-photos', client, photo, width],
  queryFn: async (): Promise<Blob> => {
    const path = addressOf('/api/clients/:id/files/:file', {
      params: { id: client, file: photo },
      query: { width },
    })
    const response = await signedFetch(path)
    if (!response.ok) throw new ApiError(response.status, '')
    return response.blob()
  },
  staleTime: Infinity,
  gcTime: 60_000,
})

interface NewPhoto {
  kind: FileKind
  file: Blob
  key: string
  onProgress: (part: number) => void
}
export async function addPhoto(client: number, { kind, ...rest }: NewPhoto) {
  const request = { params: { id: client }, query: { kind }, field: 'image', ...rest } as const
  await upload(ownerApi, '/api/uploads/client/:id/file', request)
  clientsChanged()
}

export async function removePhoto(client: number, photo: number) {
  await ownerApi.delete('/api/clients/:id/files/:file', { params: { id: client, file: photo } })
  clientsChanged()
}
