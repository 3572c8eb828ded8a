import { z } from 'zod'
import { FILE_KINDS } from '../../card-file.ts'
import { IMAGE_MAX_WIDTH } from '../../images.ts'
import { done, ok } from '../answer.ts'
import type { Calls } from '../call.ts'
import { cardFile } from '../card-file.ts'
import { byId, idempotencyHeaders, idParam, queryNumber } from '../request.ts'

const tags = ['client cards']
const oneFile = byId.extend({ file: idParam })

export const cardFileCalls = {
  'POST /api/uploads/client/:id/file': {
    tags,
    summary: 'Adds a photo to a client’s card, which the team alone sees',
    description: "multipart/form-data, the file in the field 'image': JPEG, PNG, GIF or WebP, at most 5 MB",
    params: byId,
    query: z.object({
      kind: z.enum(FILE_KINDS, 'Elige si es de antes, de después o un documento').default('after'),
    }),
    headers: idempotencyHeaders,
    file: 'image',
    status: 201,
    answer: ok({ file: cardFile }),
  },
  'GET /api/clients/:id/files/:file': {
    tags,
    summary: 'A photo of a client’s card, as WebP, in the smallest size that is at least so wide',
    params: oneFile,
    query: z.object({ width: queryNumber(1, IMAGE_MAX_WIDTH).default(IMAGE_MAX_WIDTH) }),
    answer: z.string(),
  },
  'DELETE /api/clients/:id/files/:file': {
    tags,
    summary: 'Removes a photo: one’s own, or any with the right to change clients',
    headers: idempotencyHeaders,
    params: oneFile,
    answer: done,
  },
} satisfies Calls
