import { pictureOf, type PictureName } from './pictures.ts'

interface Props {
  name: PictureName
  alt: string
  /** The displayed width, as in the `sizes` attribute. */
  sizes: string
  /** Whether it is on the first screen: loaded at once, the largest with priority. All others load lazily. */
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
