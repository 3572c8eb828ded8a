import { pictureOf, type PictureName } from './pictures.ts'

interface Props {
  name: PictureName
  alt: string
  /** How wide it is shown, as the attribute of the same name. */
  sizes: string
  /** On the first screen: fetched at once. All others wait until they are near. */
  isFirst?: boolean
}

export function Picture({ name, alt, sizes, isFirst = false }: Props) {
  const { width, height, avif, webp, largest } = pictureOf(name)
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        {...{ alt, width, height, sizes }}
        {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        decoding="async"
        srcSet={webp}
        src={largest}
      />
    </picture>
  )
}
