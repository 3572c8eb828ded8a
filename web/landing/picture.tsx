import { pictureOf, type PictureName } from './pictures.ts'

interface Props {
  name: PictureName
  alt: string
  /** How wide it is shown, as the attribute of the same name. */
  sizes: string
  /** On the first screen: fetched at once, the largest before all else. All others wait until they are near. */
  first?: 'largest' | 'other'
}

export function Picture({ name, alt, sizes, first }: Props) {
  const { width, height, avif, webp, largest } = pictureOf(name)
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        {...{ alt, width, height, sizes }}
        {...(first === undefined && { loading: 'lazy' as const })}
        {...(first === 'largest' && { fetchPriority: 'high' as const })}
        decoding="async"
        srcSet={webp}
        src={largest}
      />
    </picture>
  )
}
