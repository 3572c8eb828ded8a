import { z } from 'zod'
import { GALLERY_MAX } from '../../images.ts'
import { ok, version } from '../answer.ts'
import type { Call, Calls } from '../call.ts'
import { byId, idempotencyHeaders } from '../request.ts'

const url = z.string().meta({ description: '/files/…: the largest size' })

/** A call that takes one file, in the form field `file`. */
const upload = <Field extends string>(file: Field) =>
  ({
    tags: ['uploads'],
    description: `multipart/form-data, the file in the field '${file}': JPEG, PNG, GIF or WebP, at most 5 MB`,
    headers: idempotencyHeaders,
    file,
  }) satisfies Partial<Call>

export const uploadCalls = {
  'POST /api/uploads/service/:id/image': {
    ...upload('image'),
    summary: 'Sets the picture of a service',
    params: byId,
    answer: ok({ image_url: url, version }),
  },
  'POST /api/uploads/professional/:id/avatar': {
    ...upload('avatar'),
    summary: 'Sets the picture of a professional',
    params: byId,
    answer: ok({ avatar_url: url, version }),
  },
  'POST /api/uploads/business/logo': {
    ...upload('logo'),
    summary: 'Sets the logo',
    answer: ok({ logo_url: url, version }),
  },
  'POST /api/uploads/business/gallery': {
    ...upload('image'),
    summary: `Adds a picture to the gallery, which holds ${GALLERY_MAX}`,
    answer: ok({ image_url: url, gallery_images: z.string(), version }),
  },
} satisfies Calls
