import {
  arranged,
  GALLERY_FULL,
  GALLERY_MAX,
  IMAGE_TYPE_INVALID,
  imageError,
  parseGallery,
} from '#domain/images.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ownerApi } from '../../../account/session.ts'
import { ApiError } from '../../../ui/api.ts'
import { upload } from '../../../ui/delivery/upload.ts'
import { decoded } from '../../../ui/image/image-frame.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Profile, profileQuery, profileStored } from '../../data/business.ts'
import { useOptimistic } from '../../data/use-optimistic.ts'
import type { SectionProps } from '../profile.ts'

type Gallery = Pick<Profile, 'gallery_images' | 'version'>

const galleryOf = ({ gallery_images, version }: Gallery): Gallery => ({ gallery_images, version })
// All changes of the gallery are stored at once, one after the other.
const scope = { id: profileQuery().queryKey.join('/') }

export function useGallery({ profile }: SectionProps) {
  const images = parseGallery(profile.gallery_images)
  /** The progress of the current upload, and how many pictures wait after it. */
  const [sending, setSending] = useState<{ part: number; waiting: number }>()

  /** Shows the new order at once, and the previous one again if it is refused. */
  const { mutate: arrange } = useOptimistic({
    query: profileQuery(),
    send: (order: string[]) =>
      // Uploads and deletions that are under way, here or on another screen, stand.
      ownerApi.put('/api/businesses/gallery', {
        body: { gallery_images: JSON.stringify(order), only_order: true },
      }),
    show: (shown, order) => ({
      ...shown,
      gallery_images: JSON.stringify(arranged(parseGallery(shown.gallery_images), order)),
    }),
    settle: (shown, answer) => ({ ...shown, ...galleryOf(answer) }),
    failure: () => 'Error actualizando perfil',
  })

  const { mutate: send } = useMutation({
    scope,
    async mutationFn(files: File[]) {
      for (const [i, file] of files.entries()) {
        const onProgress = (part: number) => setSending({ part, waiting: files.length - i - 1 })
        onProgress(0)
        const path = '/api/uploads/business/gallery'
        profileStored(galleryOf(await upload(ownerApi, path, { field: 'image', file, onProgress })))
      }
    },
    onSuccess: (_answer, files) =>
      toast.success(files.length === 1 ? 'Imagen subida exitosamente' : 'Imágenes subidas exitosamente'),
    onError(error) {
      toast.error('Error subiendo imágenes')
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) toast.error(error.message)
    },
    onSettled: () => setSending(undefined),
  })

  const { mutate: remove } = useMutation({
    scope,
    mutationFn: (image_url: string): Promise<Gallery> =>
      ownerApi.delete('/api/businesses/gallery/image', { body: { image_url } }),
    onSuccess(answer) {
      profileStored(galleryOf(answer))
      toast.success('Imagen eliminada')
    },
    onError: () => toast.error('Error eliminando imagen'),
  })

  async function add(files: File[]) {
    const free = GALLERY_MAX - images.length
    if (files.length > free) toast.error(GALLERY_FULL)
    const good: File[] = []
    for (const file of files.slice(0, free)) {
      const fault = imageError(file) ?? ((await isPicture(file)) ? undefined : IMAGE_TYPE_INVALID)
      if (fault) toast.error(fault)
      else good.push(file)
    }
    if (good.length > 0) send(good)
  }

  return { images, sending, add, arrange, remove }
}

async function isPicture(file: File): Promise<boolean> {
  const image = await decoded(file)
  if (image) URL.revokeObjectURL(image.src)
  return image !== undefined
}
