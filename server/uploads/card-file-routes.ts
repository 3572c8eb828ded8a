import { FILE_SENTENCES } from '#domain/card-file.ts'
import { imageSizes } from '#domain/images.ts'
import type { FastifyRequest } from 'fastify'
import { enterAgain, sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { scopeOf } from '../accounts/scope.ts'
import { spend } from '../limits/attempts.ts'
import { cardOf, lockedCard } from '../clients/card-queries.ts'
import { deleteFile, ensureRoomForFile, insertFile, pictureOf } from '../clients/file-queries.ts'
import type { Api, Deps } from '../deps.ts'
import { pictureFile } from '../files/files.ts'
import { networkOf } from '../limits/network.ts'
import { keyOf, once } from '../once.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { removeMarked } from './clean.ts'
import { fileOf, refuseTooLarge } from './multipart.ts'
import { withPlace } from './places.ts'
import { rawId } from './raw-id.ts'
import { storePicture } from './store.ts'

const NO_CARD = 'Cliente no encontrado'
const notes = { needs: 'clients:own-notes' } as const

/** The photos of clients' cards: never served by an address, only to members who may see the card at that moment. */
export function cardFileRoutes(uploads: Api, deps: Deps) {
  const { db, files, now } = deps
  const counted = (request: FastifyRequest, act: 'reads' | 'writes', perPerson: number) => {
    const { business_id, user_id } = sessionOf(request)
    return spend(db, now(), [
      { subject: `photo ${act} of user ${user_id}`, max: perPerson, minutes: 60 },
      { subject: `photo ${act} in ${business_id}`, max: perPerson * 5, minutes: 60 },
      { subject: `photo ${act} from ${networkOf(request.ip)}`, max: perPerson * 5, minutes: 60 },
    ])
  }

  /** Refuses whatever can be refused before the body is read. */
  const onRequest = [
    async (request: FastifyRequest) => {
      const card_id = rawId(request)
      if (!(await cardOf(db, scopeOf(request), card_id))) throw notFound(NO_CARD)
      // Sent again, the last one that fitted has its answer.
      if (keyOf(request, '') === undefined)
        await ensureRoomForFile(db, { business_id: sessionOf(request).business_id, card_id })
    },
    refuseTooLarge,
    (request: FastifyRequest) => counted(request, 'writes', 120),
  ]
  route(uploads, 'POST /api/uploads/client/:id/file', { ...notes, onRequest }, async (request, reply) => {
    const { business_id, user_id } = sessionOf(request)
    const { id: card_id } = request.params
    let image: Awaited<ReturnType<typeof storePicture>> | undefined
    const keyed = {
      business_id,
      key: keyOf(request, `photo ${card_id} ${user_id}`),
      nowMs: now(),
    }
    const answer = await withPlace(request, business_id, async () => {
      const bytes = await fileOf(request, 'image')
      await enterAgain(deps, request)
      const admit = async () => {
        image = await storePicture(deps, business_id, bytes, { is_private: true })
      }
      return once(db, { ...keyed, admit }, async (tx) => {
        const seen = await cardOf(tx, scopeOf(request), card_id)
        if (!seen || !(await lockedCard(tx, business_id, card_id))) throw notFound(NO_CARD)
        const { kind } = request.query
        const file = await insertFile(tx, {
          business_id,
          card_id,
          image: image!,
          kind,
          user_id,
          nowMs: now(),
        })
        return { success: true as const, file }
      })
    })
    return reply.status(201).send(answer)
  })

  route(uploads, 'GET /api/clients/:id/files/:file', { needs: 'clients:own' }, async (request, reply) => {
    await counted(request, 'reads', 6000)
    const { id: card_id, file: id } = request.params
    const picture = await pictureOf(db, scopeOf(request), { card_id, id })
    if (!picture) throw notFound(FILE_SENTENCES.gone)
    const width = imageSizes(picture.width).find((each) => each >= request.query.width) ?? picture.width
    const stored = await files.read(pictureFile({ name: picture.name, is_private: true }, width))
    if (!stored) throw notFound(FILE_SENTENCES.gone)
    return (
      reply
        .type('image/webp')
        .header('content-length', stored.size)
        // Asked for anew each time: who may see it may change.
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .send(stored.content)
    )
  })

  route(uploads, 'DELETE /api/clients/:id/files/:file', notes, async (request) => {
    const { business_id, user_id, permissions } = sessionOf(request)
    await counted(request, 'writes', 120)
    const { id: card_id, file: id } = request.params
    const written_by = permissions.includes('clients:write') ? undefined : user_id
    await onceBy(deps, request, async (tx) => {
      const seen = await cardOf(tx, scopeOf(request), card_id)
      const isGone =
        seen && (await deleteFile(tx, { business_id, card_id, id }, { written_by, nowMs: now() }))
      if (!isGone) throw notFound(FILE_SENTENCES.gone)
      return {}
    })
    // What a store does not remove now, the job does.
    await removeMarked({ db, files }, business_id).catch((error: unknown) => request.log.warn(error))
    return { success: true }
  })
}
