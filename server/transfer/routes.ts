import multipart from '@fastify/multipart'
import { closeSync, createReadStream, fstatSync, type WriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { sessionOf } from '../accounts/owner.ts'
import { noteActivity } from '../activity.ts'
import { administratorOf } from '../admin/gate.ts'
import { record } from '../admin/queries.ts'
import { giveBack } from '../limits/allowances.ts'
import { spend } from '../limits/attempts.ts'
import type { Api, Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { importArchive } from './import.ts'
import { writtenBy } from './nameless.ts'
import { openArchive } from './read.ts'
import { writeArchive } from './write.ts'

/** Bytes of an archive that is brought. */
const MOST_BYTES = 2 * 1024 ** 3
/** Archives that one process writes or reads at once. */
const MOST_AT_ONCE = 2

/** A business leaves whole, as one file, and comes into another installation. */
export function transferRoutes(api: Api, { db, where, now, files, secrets }: Deps) {
  let underWay = 0
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay >= MOST_AT_ONCE)
      throw new Refusal(503, 'Se están preparando otras copias. Intenta en un minuto.', { retryAfter: 60 })
    underWay++
    try {
      return await work()
    } finally {
      underWay--
    }
  }

  route(api, 'GET /api/businesses/export.zip', { needs: 'business:export' }, async (request, reply) => {
    const { business_id, user_id } = sessionOf(request)
    const nowMs = now()
    const limit = { subject: `archive of ${business_id}`, max: 5, minutes: 60 }
    await spend(db, nowMs, [limit])
    const fd = await inTurn(() => writeArchive({ where, files, secrets, nowMs }, business_id)).catch(
      async (error: unknown) => {
        // A full disk is no fault of who asks: once it has room, the archive can be had.
        if (!(error instanceof Refusal)) await giveBack(db, [[limit]])
        throw error
      },
    )
    try {
      const subject = 'una copia completa del negocio'
      await noteActivity(db, { business_id, user_id, act: 'exported', subject, nowMs })
    } catch (error) {
      closeSync(fd)
      throw error
    }
    return reply
      .type('application/zip')
      .header('content-length', fstatSync(fd).size)
      .header('content-disposition', 'attachment; filename="enpunto.zip"')
      .send(createReadStream('', { fd, start: 0 }))
  })

  void api.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: MOST_BYTES, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    })
    // A large file takes longer than other requests; its bytes are counted while they come.
    const config = { access: 'administrator' } as const
    route(scope, 'POST /api/admin/import', config, (request) => inTurn(() => bring(request)))
  })

  async function bring(request: FastifyRequest) {
    const nowMs = now()
    const administrator_id = administratorOf(request).id
    const archive = await openArchive(await writtenBy((input) => receive(request, input)))
    try {
      const imported = await importArchive(
        { db, files, secrets, nowMs },
        archive,
        (tx, { business_id, slug }) =>
          record(tx, { administrator_id, act: 'import_business', business_id, detail: { slug }, nowMs }),
      )
      return { success: true as const, ...imported }
    } finally {
      archive.close()
    }
  }
}

/** Stores the file of a form. @throws Refusal 400 when there is none, 413 when it is too large. */
async function receive(request: FastifyRequest, input: WriteStream) {
  if (!request.isMultipart()) throw new Refusal(415, 'Envía la copia como formulario (multipart/form-data)')
  const part = await request.file().catch(() => undefined)
  if (!part) throw new Refusal(400, 'Falta el archivo', { fields: { archive: 'Falta el archivo' } })
  await pipeline(part.file, input)
  if (part.file.truncated) throw new Refusal(413, 'El archivo es demasiado grande')
}
