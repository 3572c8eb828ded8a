import { IMAGE_MAX_WIDTH, imageSizes, uploadedImage } from '#domain/images.ts'
import { randomBytes } from 'node:crypto'
import type { Db } from '../database/db.ts'
import { pictureFile, type FileStore } from '../files/files.ts'
import { endArriving, noteArriving } from '../uploads/arriving-queries.ts'
import { removeFiles } from '../uploads/clean.ts'
import type { Row } from './queries.ts'
import { unreadable, type Archive } from './read.ts'
import { PICTURE_FILE, PICTURED, PHOTOS } from './tables.ts'

interface Picture {
  name: string
  width: number
  is_private: boolean
}

/** The pictures of an archive, each taken over when a row names it, under a name that nobody else has. */
export class Pictures {
  readonly taken: Picture[] = []
  private readonly archive: Archive
  private readonly files: FileStore
  private readonly db: Db
  private readonly nowMs: number
  private readonly names = new Map<string, string>()

  constructor(archive: Archive, { db, files, nowMs }: { db: Db; files: FileStore; nowMs: number }) {
    this.archive = archive
    this.files = files
    this.db = db
    this.nowMs = nowMs
  }

  /** Renames the pictures of a row, and stores those that are new. */
  async take(table: string, row: Row): Promise<void> {
    if (table === PHOTOS) return this.takePhoto(row)
    for (const column of PICTURED[table] ?? []) {
      const text = row[column]
      if (typeof text !== 'string') continue
      for (const [url] of text.matchAll(/\/files\/[0-9a-f]{32}-\d{1,4}\.webp/g)) {
        const image = uploadedImage(url)
        if (image && !this.names.has(image.name))
          this.names.set(image.name, await this.store({ ...image, is_private: false }))
      }
      row[column] = text.replaceAll(/[0-9a-f]{32}(?=-\d{1,4}\.webp)/g, (name) => this.names.get(name) ?? name)
    }
  }

  /** A photo of a client: named by its row alone, and kept apart from what pages show. */
  private async takePhoto(row: Row): Promise<void> {
    const { image, width } = row
    if (typeof image !== 'string' || !/^[0-9a-f]{32}$/.test(image))
      throw unreadable('tiene fotos que no cuadran')
    if (!Number.isInteger(width) || Number(width) < 1 || Number(width) > IMAGE_MAX_WIDTH)
      throw unreadable('tiene fotos que no cuadran')
    row['image'] = await this.store({ name: image, width: Number(width), is_private: true })
  }

  /** @returns its new name. */
  private async store({ name: old, width, is_private }: Picture): Promise<string> {
    const entries = this.archive.pictures.filter((entry) => PICTURE_FILE.exec(entry)![1] === old)
    const picture = { name: randomBytes(16).toString('hex'), width, is_private }
    await noteArriving(this.db, picture, this.nowMs)
    this.taken.push(picture)
    for (const size of imageSizes(width)) {
      const entry = entries.find((each) => PICTURE_FILE.exec(each)![2] === String(size))
      if (!entry) continue
      const content = await this.archive.picture(entry)
      if (content.toString('latin1', 0, 4) !== 'RIFF' || content.toString('latin1', 8, 12) !== 'WEBP')
        throw unreadable('trae una imagen que no lo es')
      await this.files.put(pictureFile(picture, size), content)
    }
    return picture.name
  }

  async remove(): Promise<void> {
    for (const picture of this.taken)
      await removeFiles(this.files, picture)
        .then(() => endArriving(this.db, [picture.name]))
        // The job that removes unused pictures tries again.
        .catch(() => {})
  }
}
