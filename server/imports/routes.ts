import { ORIGINS, type Target } from '#domain/import/columns.ts'
import { IMPORT_MAX_BYTES, typedOf } from '#domain/import/row.ts'
import { countryOfPhone } from '#domain/phone.ts'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ownerOf, sessionOf, type BusinessId } from '../accounts/owner.ts'
import { noteActivity } from '../activity.ts'
import { styleOf, table } from '../appointments/csv.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import { spend } from '../attempts.ts'
import { phoneOf } from '../businesses/owner-queries.ts'
import { sqlState, type Tx } from '../db.ts'
import type { Api, Deps } from '../deps.ts'
import { networkOf } from '../network.ts'
import { notFound, Refusal } from '../refusal.ts'
import { route } from '../route.ts'
import { limits, partOf, refuseTooLarge } from '../uploads/multipart.ts'
import { correct } from './correct.ts'
import { draft } from './draft.ts'
import { lookInTurn } from './look-in-turn.ts'
import { lookThrough } from './look.ts'
import {
  countsOf,
  importOf,
  importsOf,
  lockImport,
  pageOfRows,
  removeDraft,
  sampleOf,
  UNDO_MS,
  updateImport,
} from './queries.ts'

const NO_IMPORT = 'Importación no encontrada'
const BUSY = 'Ya hay una importación en marcha. Espera a que termine.'
const LATE = 'Ya pasaron los 7 días para deshacer esta importación.'
const NOT_NOW = 'Esta importación ya no está en ese paso. Revisa cómo quedó.'
const OF_LIST = {
  missing: 'Falta el archivo',
  tooLarge: 'El archivo es demasiado grande. Máximo 5MB',
  type: 'El tipo de contenido no es válido: envía el archivo como formulario (multipart/form-data)',
  broken: 'El formulario con el archivo no se pudo leer. Envía un solo archivo.',
}
const import_ = { needs: 'clients:import' } as const

type Found = NonNullable<Awaited<ReturnType<typeof importOf>>>
type Locked = NonNullable<Awaited<ReturnType<typeof lockImport>>>

/** Clients who are brought along as a file. */
export function importRoutes(api: Api, deps: Deps) {
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
    return { ...found, origin, sample, counts, country, undo_until: until(found) }
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

  route(api, 'GET /api/clients/import', import_, async (request) => {
    const imports = await importsOf(db, ownerOf(request))
    return {
      success: true,
      imports: imports.map((each) => ({
        ...each,
        origin: each.origin && ORIGINS[each.origin],
        undo_until: until(each),
      })),
    }
  })
  route(api, 'GET /api/clients/import/:id', import_, (request) => answered(request, request.params.id))

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
      'POST /api/clients/import',
      { ...import_, onRequest: [refuseTooLarge, before] },
      async (request, reply) => {
        const owner = ownerOf(request)
        const { content, name } = await partOf(request, 'file', OF_LIST)
        const { user_id } = sessionOf(request)
        const import_id = await draft(db, owner, { content, name, user_id, nowMs: now() })
        const { columns, guesses, sample } = await whole(owner, import_id)
        return reply.status(201).send({ success: true, import_id, columns, guesses, sample })
      },
    )
  })

  const looking = (request: FastifyRequest) =>
    spend(db, now(), [{ subject: `looks at imports of ${ownerOf(request)}`, max: 600, minutes: 60 }])

  route(api, 'PUT /api/clients/import/:id/mapping', { ...import_, onRequest: [looking] }, async (request) => {
    const { id } = request.params
    const { mapping } = request.body
    const iso = await isoOf(ownerOf(request))
    await lookInTurn(ownerOf(request), () =>
      changing(request, id, async (tx, found) => {
        if (found.state !== 'draft') throw new Refusal(409, NOT_NOW)
        if (mapping.length !== found.columns.length) throw new Refusal(400, 'Dinos qué es cada columna')
        await updateImport(tx, ownerOf(request), id, { mapping: JSON.stringify(mapping) })
        await lookThrough(tx, ownerOf(request), id, { mapping, headings: found.columns, iso })
      }),
    )
    return answered(request, id)
  })

  route(api, 'GET /api/clients/import/:id/rows', import_, async (request) => {
    const owner = ownerOf(request)
    const found = await importOf(db, owner, request.params.id)
    if (!found) throw notFound(NO_IMPORT)
    const { rows, total } = await pageOfRows(db, owner, found.id, request.query)
    const columns = { iso: await isoOf(owner), headings: found.columns }
    return {
      success: true,
      total,
      rows: rows.map(({ cells, typed, ...row }) => ({
        ...row,
        typed: typed ?? (found.mapping && cells.length > 0 ? typedOf(cells, found.mapping, columns) : null),
      })),
    }
  })

  route(
    api,
    'PATCH /api/clients/import/:id/rows/:n',
    { ...import_, onRequest: [looking] },
    async (request) => {
      const { id, n } = request.params
      const iso = await isoOf(ownerOf(request))
      await changing(request, id, async (tx, found) => {
        if (found.state !== 'draft' || !found.mapping) throw new Refusal(409, NOT_NOW)
        const columns = { mapping: found.mapping, headings: found.columns, iso }
        await correct(tx, ownerOf(request), { import_id: id, n, typed: request.body }, columns)
      })
      return answered(request, id)
    },
  )

  route(
    api,
    'GET /api/clients/import/:id/errors.csv',
    { ...import_, onRequest: [looking] },
    async (request, reply) => {
      const owner = ownerOf(request)
      const found = await importOf(db, owner, request.params.id)
      if (!found?.mapping) throw notFound(NO_IMPORT)
      const { rows } = await pageOfRows(db, owner, found.id, { only: 'error', limit: 20_000, offset: 0 })
      const titles = ['Fila', 'Error', ...found.columns]
      const lines = rows.map(({ n, error, cells, typed }) => [
        n,
        error,
        ...withTyped(cells, typed, found.mapping!),
      ])
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="filas-con-errores.csv"')
        .send(table(titles, lines, styleOf(await timezoneOf(db, owner))))
    },
  )

  const note = (
    tx: Tx,
    request: FastifyRequest,
    act: 'clients_imported' | 'import_undone',
    found: Locked,
  ) => {
    const { business_id, user_id } = sessionOf(request)
    return noteActivity(tx, { business_id, user_id, act, subject: found.file_name, nowMs: now() })
  }
  const iso = () => new Date(now()).toISOString()

  route(api, 'POST /api/clients/import/:id/run', { ...import_, onRequest: [looking] }, async (request) => {
    const { id } = request.params
    await alone(() =>
      changing(request, id, async (tx, found) => {
        if (found.state === 'running' || found.state === 'done') return
        const mayRun = found.state === 'draft' ? found.mapping !== null : found.state === 'stopped'
        if (!mayRun) throw new Refusal(409, NOT_NOW)
        const started_at = found.started_at === null ? iso() : undefined
        await updateImport(tx, ownerOf(request), id, {
          state: 'running',
          ended_at: null,
          ...(started_at && { started_at }),
        })
        if (started_at) await note(tx, request, 'clients_imported', found)
      }),
    )
    return answered(request, id)
  })

  route(api, 'POST /api/clients/import/:id/stop', { ...import_, onRequest: [looking] }, async (request) => {
    const { id } = request.params
    await changing(request, id, async (tx, found) => {
      if (found.state === 'stopped' || found.state === 'done') return
      if (found.state !== 'running') throw new Refusal(409, NOT_NOW)
      await updateImport(tx, ownerOf(request), id, { state: 'stopped', ended_at: iso() })
    })
    return answered(request, id)
  })

  route(api, 'POST /api/clients/import/:id/undo', { ...import_, onRequest: [looking] }, async (request) => {
    const { id } = request.params
    await alone(() =>
      changing(request, id, async (tx, found) => {
        if (found.state === 'undoing' || found.state === 'undone') return
        if (found.state !== 'done' && found.state !== 'stopped') throw new Refusal(409, NOT_NOW)
        if (until(found) === null) throw new Refusal(409, LATE)
        await updateImport(tx, ownerOf(request), id, { state: 'undoing', ended_at: null })
        await note(tx, request, 'import_undone', found)
      }),
    )
    return answered(request, id)
  })

  route(api, 'DELETE /api/clients/import/:id', import_, async (request) => {
    const { id } = request.params
    const isGone = await db.transaction().execute((tx) => removeDraft(tx, ownerOf(request), id))
    if (!isGone) {
      if (await importOf(db, ownerOf(request), id)) throw new Refusal(409, NOT_NOW)
      throw notFound(NO_IMPORT)
    }
    return { success: true }
  })
}

/** One import of a business is at work at a time: the database refuses another one. */
async function alone(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (sqlState(error) === '23505') throw new Refusal(409, BUSY)
    throw error
  }
}

/** The cells of a row with what was written instead, so that the table can be corrected and sent again. */
function withTyped(cells: string[], typed: Record<string, string> | null, mapping: Target[]): string[] {
  if (!typed) return cells
  const written = new Set<string>()
  return cells.map((cell, column) => {
    const target = mapping[column]!
    const instead = typed[target]
    if (instead === undefined) return target === 'last_name' ? '' : cell
    if (written.has(target)) return ''
    written.add(target)
    return instead
  })
}
