import type { App } from '#server/app.ts'
import type { Owner } from './owner.ts'

export interface Part {
  field: string
  content: Buffer | string
  /** The name of a file; without one, the part is a plain field. */
  filename?: string
  type?: string
}

const BOUNDARY = '----enpunto-boundary'

/** A multipart body as browsers write it. */
export function multipart(parts: Part[]): { payload: Buffer; type: string } {
  const chunks = parts.flatMap(({ field, content, filename, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"`,
    filename === undefined
      ? ''
      : `; filename="${filename}"\r\nContent-Type: ${type ?? 'application/octet-stream'}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  const payload = Buffer.concat(
    [...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk as string)),
  )
  return { payload, type: `multipart/form-data; boundary=${BOUNDARY}` }
}

/** Uploads files as `owner`, and returns the answer. */
export async function upload(app: App, owner: Pick<Owner, 'headers'>, url: string, parts: Part[]) {
  const { payload, type } = multipart(parts)
  const headers = { ...owner.headers, 'content-type': type }
  const response = await app.inject({ method: 'POST', url, headers, payload })
  return { status: response.statusCode, body: response.json() as any }
}
