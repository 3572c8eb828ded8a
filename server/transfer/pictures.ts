import { imageSizes, uploadedImage } from '#domain/images.ts'
import { randomBytes } from 'node:crypto'
import type { FileStore } from '../files.ts'
import type { Row } from './queries.ts'
import { unreadable, type Archive } from './read.ts'
import { PICTURE_FILE, PICTURED } from './tables.ts'

/** The pictures of an archive, each taken over when a row names it, under a name that nobody else has. */
export class Pictures {
  readonly taken: { name: string; width: number }[] = []
  private readonly archive: Archive
  private readonly files: FileStore
  private readonly names = new Map<string, string>()

  constructor(archive: Archive, files: FileStore) {
    this.archive = archive
    this.files = files
  }

  /** Renames the pictures of a row, and stores those that are new. */
  async take(table: string, row: Row): Promise<void> {
    for (const column of PICTURED[table] ?? []) {
      const text = row[column]
      if (typeof text !== 'string') continue
      for (const [url] of text.matchAll(/\/files\/[0-9a-f]{32}-\d{1,4}\.webp/g)) await this.store(url)
      row[column] = text.replaceAll(/[0-9a-f]{32}(?=-\d{1,4}\.webp)/g, (name) => this.names.get(name) ?? name)
    }
  }

  private async store(url: string) {
    const image = uploadedImage(url)
    if (!image || this.names.has(image.name)) return
    const entries = this.archive.pictures.filter((entry) => PICTURE_FILE.exec(entry)![1] === image.name)
    const name = randomBytes(16).toString('hex')
    this.names.set(image.name, name)
    this.taken.push({ name, width: image.width })
    for (const size of imageSizes(image.width)) {
      const entry = entries.find((each) => PICTURE_FILE.exec(each)![2] === String(size))
      if (!entry) continue
      const content = await this.archive.picture(entry)
      if (content.toString('latin1', 0, 4) !== 'RIFF' || content.toString('latin1', 8, 12) !== 'WEBP')
        throw unreadable('trae una imagen que no lo es')
      await this.files.put(`${name}-${size}.webp`, content)
    }
  }

  async remove(): Promise<void> {
    for (const { name, width } of this.taken)
      for (const size of imageSizes(width)) await this.files.remove(`${name}-${size}.webp`).catch(() => {})
  }
}
