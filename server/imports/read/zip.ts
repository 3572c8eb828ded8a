import { inflateRawSync } from 'node:zlib'
import { TOO_MUCH, Unreadable } from './unreadable.ts'

/** What all parts of a file may unpack to; a list of 20,000 clients takes some ten. */
const MOST_BYTES = 60 * 1024 * 1024

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50

/** The parts of a ZIP file, unpacked when they are asked for and never to more than `MOST_BYTES` together. */
export function unzip(bytes: Buffer): (name: string) => Buffer | undefined {
  const entries = entriesOf(bytes)
  let left = MOST_BYTES
  return (name) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    const { at, packed, method } = entry
    if (bytes.length < at + 30 || bytes.readUInt32LE(at) !== LOCAL) throw new Unreadable()
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    const content = bytes.subarray(start, start + packed)
    if (method !== 0 && method !== 8) throw new Unreadable()
    try {
      const part = method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(left, 1) })
      left -= part.length
      if (left < 0) throw new Unreadable(TOO_MUCH)
      return part
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new Unreadable(TOO_MUCH)
      throw error instanceof Unreadable ? error : new Unreadable()
    }
  }
}

/** Where each part lies, by the list at the end of the file. */
function entriesOf(bytes: Buffer) {
  const found = new Map<string, { at: number; packed: number; method: number }>()
  const signature = Buffer.from([0x50, 0x4b, 0x05, 0x06])
  const end = bytes.lastIndexOf(signature)
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) throw new Unreadable()
  let position = bytes.readUInt32LE(end + 16)
  const count = Math.min(bytes.readUInt16LE(end + 10), 5000)
  for (let index = 0; index < count; index++) {
    if (position + 46 > bytes.length || bytes.readUInt32LE(position) !== ENTRY) throw new Unreadable()
    const nameLength = bytes.readUInt16LE(position + 28)
    const name = bytes.toString('utf8', position + 46, position + 46 + nameLength)
    found.set(name.replaceAll('\\', '/'), {
      at: bytes.readUInt32LE(position + 42),
      packed: bytes.readUInt32LE(position + 20),
      method: bytes.readUInt16LE(position + 10),
    })
    position += 46 + nameLength + bytes.readUInt16LE(position + 30) + bytes.readUInt16LE(position + 32)
  }
  return found
}
