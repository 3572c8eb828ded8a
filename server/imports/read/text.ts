import { Unreadable } from './unreadable.ts'

/**
 * The text of a file: by its byte order mark; as UTF-16 when every other byte is zero; as UTF-8 when it is that; else as
 * Excel writes it in the west, Windows-1252.
 */
export function textOf(bytes: Uint8Array): string {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return decoded(bytes.subarray(3), 'utf-8')
  if (a === 0xff && b === 0xfe) return decoded(bytes.subarray(2), 'utf-16le')
  if (a === 0xfe && b === 0xff) return decoded(bytes.subarray(2), 'utf-16be')
  const start = bytes.subarray(0, 4000)
  const zeros = (from: 0 | 1) => start.filter((byte, index) => index % 2 === from && byte === 0).length
  if (zeros(1) > start.length * 0.3) return decoded(bytes, 'utf-16le')
  if (zeros(0) > start.length * 0.3) return decoded(bytes, 'utf-16be')
  if (start.includes(0)) throw new Unreadable()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded(bytes, 'windows-1252')
  }
}

const decoded = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)
