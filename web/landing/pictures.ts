import list from './pictures/list.json'

const urls = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

export type PictureName = keyof typeof list

/**
 * A screenshot of the product (made by `npm run pictures`): its size, and the files of each format by width.
 */
export function pictureOf(name: PictureName) {
  const { width, height, widths } = list[name]
  const url = (wide: number, format: 'avif' | 'webp') => urls[`./pictures/${name}-${wide}.${format}`]!
  const set = (format: 'avif' | 'webp') => widths.map((wide) => `${url(wide, format)} ${wide}w`).join(', ')
  return { width, height, avif: set('avif'), webp: set('webp'), largest: url(width, 'webp') }
}
