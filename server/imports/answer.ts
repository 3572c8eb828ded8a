import { ORIGINS } from '#domain/import/columns.ts'
import { IMPORT_MAX_BYTES } from '#domain/import/row.ts'
import type { ImportKind, ImportState } from '#domain/import/state.ts'
import { countryOfPhone } from '#domain/phone.ts'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ownerOf, sessionOf, type BusinessId } from '../accounts/owner.ts'
import { spend } from '../limits/attempts.ts'
import { phoneOf } from '../businesses/owner-queries.ts'
import type { Tx } from '../database/db.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../limits/network.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { limits, partOf, refusingLarger } from '../uploads/multipart.ts'
import { withPlace } from '../uploads/places.ts'
import { draft } from './draft.ts'
import { countsOf, importOf, lockImport, sampleOf, UNDO_MS } from './queries.ts'

export const NO_IMPORT = 'Importación no encontrada'
export const NOT_NOW = 'Esta importación ya no está en ese paso. Revisa cómo quedó.'
const OF_LIST = {
  missing: 'Falta el archivo',
  empty: 'Ese archivo está vacío. Vuelve a descargarlo de tu otra agenda.',
  tooLarge: 'El archivo es demasiado grande. Máximo 5MB',
  type: 'El tipo de contenido no es válido: envía el archivo como formulario (multipart/form-data)',
  broken: 'El formulario con el archivo no se pudo leer. Envía un solo archivo.',
}
export const import_ = { needs: 'clients:import' } as const

type Found = NonNullable<Awaited<ReturnType<typeof importOf>>>
export type Locked = NonNullable<Awaited<ReturnType<typeof lockImport>>>

const SHOWN: Partial<Record<Found['state'], ImportState>> = { booking: 'running', unbooking: 'undoing' }
/** How far it is, whatever it is of. */
export const shownState = (state: Found['state']) => SHOWN[state] ?? (state as ImportState)

/** What the calls of both kinds have in common. */
export function importing(deps: Deps) {
  const { db, now } = deps

  const until = ({ state, ended_at }: Pick<Found, 'state' | 'ended_at'>) =>
    (state === 'done' || state === 'stopped') && ended_at !== null && ended_at + UNDO_MS > now()
      ? ended_at + UNDO_MS
      : null
  const isoOf = async (owner: BusinessId) => countryOfPhone(await phoneOf(db, owner))

  async function whole(owner: BusinessId, id: number) {
    const found = await importOf(db, owner, id)
    if (!found) throw notFound(NO_IMPORT)
    const isDraft = found.state === 'draft'
    const [sample, counts, country] = await Promise.all([
      isDraft ? sampleOf(db, owner, id) : [],
      found.mapping ? countsOf(db, owner, id) : null,
      isoOf(owner),
    ])
    const origin = found.origin && ORIGINS[found.origin]
    const state = shownState(found.state)
    const agenda = found.agenda && {
      ...found.agenda,
      ...found.agenda.found,
      order: found.agenda.order ?? found.agenda.found.order,
    }
    return { ...found, state, agenda, origin, sample, counts, country, undo_until: until(found) }
  }
  const answered = async (request: FastifyRequest, id: number) => ({
    success: true as const,
    import: await whole(ownerOf(request), id),
  })

  /** Changes an import under its lock. */
  const changing = <T>(request: FastifyRequest, id: number, change: (tx: Tx, found: Locked) => Promise<T>) =>
    db.transaction().execute(async (tx) => {
      const found = await lockImport(tx, ownerOf(request), id)
      if (!found) throw notFound(NO_IMPORT)
      return change(tx, found)
    })

  const looking = (request: FastifyRequest) =>
    spend(db, now(), [{ subject: `looks at imports of ${ownerOf(request)}`, max: 600, minutes: 60 }])

  return { until, isoOf, answered, changing, looking, whole }
}

/** The call that takes a file of a kind. */
export function uploadRoute(api: Api, { db, now, ...deps }: Deps, kind: ImportKind) {
  const { whole } = importing({ db, now, ...deps })
  void api.register(async (scope) => {
    await scope.register(multipart, { limits: { ...limits, fileSize: IMPORT_MAX_BYTES } })
    const before = (request: FastifyRequest) =>
      spend(db, now(), [
        { subject: `imports of ${ownerOf(request)}`, max: 60, minutes: 60 },
        { subject: `imports by ${sessionOf(request).user_id}`, max: 60, minutes: 60 },
        { subject: `imports from ${networkOf(request.ip)}`, max: 120, minutes: 60 },
      ])
    route(
      scope.withTypeProvider<ZodTypeProvider>(),
      kind === 'clients' ? 'POST /api/clients/import' : 'POST /api/appointments/import',
      { ...import_, onRequest: [refusingLarger(IMPORT_MAX_BYTES, OF_LIST.tooLarge), before] },
      async (request, reply) => {
        const owner = ownerOf(request)
        const { user_id } = sessionOf(request)
        const import_id = await withPlace(request, owner, async () => {
          const { content, name } = await partOf(request, 'file', OF_LIST)
          return draft(db, owner, { kind, content, name, user_id, nowMs: now() })
        })
        const { columns, guesses, sample } = await whole(owner, import_id)
        return reply.status(201).send({ success: true, import_id, columns, guesses, sample })
      },
    )
  })
}
