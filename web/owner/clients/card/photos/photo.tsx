import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { photoQuery } from '../../../data/privacy/photos.ts'

interface Props {
  client: number
  photo: number
  width: number
  alt: string
}

/** A photo as it is fetched; says so when it cannot be. */
export function PhotoImage({ client, photo, width, alt }: Props) {
  const { data, isError, refetch } = useQuery(photoQuery({ client, photo, width }))
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!data) return setSrc(undefined)
    const made = URL.createObjectURL(data)
    setSrc(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  useEffect(() => {
    if (!isError) return undefined
    const again = () => void refetch()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isError, refetch])
  if (isError) return <span className="cli-photo-none">No se pudo cargar</span>
  return src ? <img src={src} alt={alt} /> : <span className="cli-photo-none skeleton" aria-hidden="true" />
}
