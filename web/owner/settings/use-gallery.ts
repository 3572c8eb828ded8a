import { GALLERY_FULL, GALLERY_MAX, IMAGE_TYPE_INVALID, imageError, parseGallery } from '#domain/images.ts'
import { useRef, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { ApiError } from '../../ui/api.ts'
import { decoded } from '../../ui/image-frame.ts'
import { toast } from '../../ui/toast.tsx'
import type { Profile, SectionProps } from './profile.ts'

type Gallery = Pick<Profile, 'gallery_images'>

/** The gallery: everything that is done to it is stored at once, one thing after the other. */
export function useGallery({ profile, onStored }: SectionProps) {
  const stored = parseGallery(profile.gallery_images)
  /** An order that is on its way. */
  const [wished, setWished] = useState<string[]>()
  /** What part of the picture that is being sent has gone; and how many wait after it. */
  const [sending, setSending] = useState<{ part: number; waiting: number }>()
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  function oneByOne(work: () => Promise<void>): Promise<void> {
    const done = queue.current.then(work)
    queue.current = done
    return done
  }

  async function add(files: File[]) {
    const free = GALLERY_MAX - stored.length
    if (files.length > free) toast.error(GALLERY_FULL)
    const good: File[] = []
    for (const file of files.slice(0, free)) {
      const fault = imageError(file) ?? ((await isPicture(file)) ? undefined : IMAGE_TYPE_INVALID)
      if (fault) toast.error(fault)
      else good.push(file)
    }
    if (good.length > 0) await oneByOne(() => send(good))
  }

  async function send(files: File[]) {
    try {
      for (const [i, file] of files.entries()) {
        const waiting = files.length - i - 1
        const tell = (part: number) => setSending({ part, waiting })
        tell(0)
        const { gallery_images } = await ownerApi.upload<Gallery>(
          '/api/uploads/business/gallery',
          'image',
          file,
          tell,
        )
        onStored({ gallery_images })
      }
      toast.success(files.length === 1 ? 'Imagen subida exitosamente' : 'Imágenes subidas exitosamente')
    } catch (error) {
      toast.error('Error subiendo imágenes')
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) toast.error(error.message)
    } finally {
      setSending(undefined)
    }
  }

  /** Shows the order at once; what cannot be stored goes back. */
  async function arrange(order: string[]) {
    setWished(order)
    await oneByOne(async () => {
      try {
        const body = { gallery_images: JSON.stringify(order) }
        onStored({
          gallery_images: (await ownerApi.put<Gallery>('/api/businesses/gallery', body)).gallery_images,
        })
      } catch {
        toast.error('Error actualizando perfil')
      }
      setWished((now) => (now === order ? undefined : now))
    })
  }

  async function remove(image_url: string) {
    await oneByOne(async () => {
      try {
        const { gallery_images } = await ownerApi.delete<Gallery>('/api/businesses/gallery/image', {
          image_url,
        })
        onStored({ gallery_images })
        toast.success('Imagen eliminada')
      } catch {
        toast.error('Error eliminando imagen')
      }
    })
  }

  return { images: wished ?? stored, sending, add, arrange, remove }
}

async function isPicture(file: File): Promise<boolean> {
  const image = await decoded(file)
  if (image) URL.revokeObjectURL(image.src)
  return image !== undefined
}
