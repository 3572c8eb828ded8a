import { IMAGE_MAX_BYTES, IMAGE_TOO_LARGE } from '#domain/images.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../http/refusal.ts'

export const limits = {
  fileSize: IMAGE_MAX_BYTES,
  files: 1,
  fields: 10,
  fieldSize: 10_000,
  parts: 11,
  headerPairs: 20,
}

// What surrounds the file: boundaries, names, a few fields.
const ENVELOPE = 200_000

/** Refuses a body whose declared length is too large, before it is read. */
export const refusingLarger = (maxBytes: number, sentence: string) =>
  async function refuseTooLarge(request: FastifyRequest) {
    if (Number(request.headers['content-length']) > maxBytes + ENVELOPE) throw new Refusal(413, sentence)
  }
export const refuseTooLarge = refusingLarger(IMAGE_MAX_BYTES, IMAGE_TOO_LARGE)

/**
 * The file in a field of a multipart body.
 * @throws Refusal 400 when it is missing, 413 when it is too large, 415 for another kind of body.
 */
export const fileOf = async (request: FastifyRequest, field: string): Promise<Buffer> =>
  (await partOf(request, field, OF_IMAGE)).content

const OF_IMAGE = {
  missing: 'Falta la imagen',
  tooLarge: IMAGE_TOO_LARGE,
  type: 'El tipo de contenido no es válido: envía la imagen como formulario (multipart/form-data)',
  broken: 'El formulario con la imagen no se pudo leer. Envía una sola imagen.',
}

/** The same for any file, with its name and the sentences of its refusals. */
export async function partOf(
  request: FastifyRequest,
  field: string,
  said: typeof OF_IMAGE & { empty?: string },
): Promise<{ content: Buffer; name: string }> {
  const missing = (sentence = said.missing) => new Refusal(400, sentence, { fields: { [field]: sentence } })
  if (!request.isMultipart()) {
    if (!request.headers['content-type']) throw missing()
    throw new Refusal(415, said.type)
  }
  let file: Buffer | undefined
  let name = ''
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (part.fieldname === field) {
        file = await part.toBuffer()
        name = part.filename ?? ''
      } else part.file.resume()
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal(413, said.tooLarge)
    throw new Refusal(400, said.broken)
  }
  if (!file || file.length === 0) throw missing(file && said.empty)
  return { content: file, name }
}
