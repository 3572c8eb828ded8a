import { ORIGINS, type Target } from '#domain/import/columns.ts'
import { typedOf } from '#domain/import/row.ts'
import { orderOf } from '#domain/import/when.ts'
import type { FastifyRequest } from 'fastify'
import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { noteActivity } from '../activity.ts'
import { styleOf, tableParts } from '../appointments/csv.ts'
import { phoneOf } from '../businesses/owner-queries.ts'
import { sqlState, type Tx } from '../database/db.ts'
import type { Api, Deps } from '../deps.ts'
import { sendFile } from '../http/download.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { pagesInTurn } from '../turns/turns.ts'
import { typedAppointment } from '#domain/import/agenda-row.ts'
import type { AgendaTarget } from '#domain/import/agenda-columns.ts'
import { agendaRoutes } from './agenda/routes.ts'
import { import_, importing, NO_IMPORT, NOT_NOW, shownState, uploadRoute, type Locked } from './answer.ts'
import { cellsOf } from './card-queries.ts'
import { correct } from './correct.ts'
import { lookInTurn } from './look-in-turn.ts'
import { lookThrough } from './look.ts'
import {
  importOf,
  importsOf,
  pageOfRows,
  removeDraft,
  type StoredRow,
  UNDO_MS,
  updateImport,
} from './queries.ts'

const BUSY = 'Ya hay una importación en marcha. Espera a que termine.'
const LATE = 'Ya pasaron los 7 días para deshacer esta importación.'
const GONE = 'Ya pasaron los 7 días: sube el archivo otra vez.'

/** Clients and appointments that are brought along as a file. */
export function importRoutes(api: Api, deps: Deps) {
  const { db, now } = deps
  const { until, isoOf, answered, changing, looking } = importing(deps)
  uploadRoute(api, deps, 'clients')
  agendaRoutes(api, deps)

  route(api, 'GET /api/clients/import', import_, async (request) => {
    const imports = await importsOf(db, ownerOf(request), request.query.kind)
    return {
      success: true,
      imports: imports.map((each) => ({
        ...each,
        state: shownState(each.state),
        origin: each.origin && ORIGINS[each.origin],
        undo_until: until(each),
      })),
    }
  })
  route(api, 'GET /api/clients/import/:id', import_, (request) => answered(request, request.params.id))

  route(api, 'PUT /api/clients/import/:id/mapping', { ...import_, onRequest: [looking] }, async (request) => {
    const { id } = request.params
    const { mapping } = request.body
    const iso = await isoOf(ownerOf(request))
    await lookInTurn(ownerOf(request), () =>
      changing(request, id, async (tx, found) => {
        if (found.state !== 'draft' || found.kind !== 'clients') throw new Refusal(409, NOT_NOW)
        if (mapping.length !== found.columns.length) throw new Refusal(400, 'Dinos qué es cada columna')
        const { order } = orderOf(await cellsOf(tx, ownerOf(request), id, mapping.indexOf('birthday')))
        await updateImport(tx, ownerOf(request), id, {
          mapping: JSON.stringify(mapping),
          birthday_order: order,
        })
        await lookThrough(tx, ownerOf(request), id, { mapping, headings: found.columns, iso, order })
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
        typed: found.mapping && cells.length > 0 ? { ...saidBy(found, cells, columns), ...typed } : null,
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
        if (found.state !== 'draft' || found.kind !== 'clients' || !found.mapping)
          throw new Refusal(409, NOT_NOW)
        const order = found.birthday_order ?? 'dmy'
        const columns = { mapping: found.mapping as Target[], headings: found.columns, iso, order }
        await correct(tx, ownerOf(request), { import_id: id, n, typed: request.body }, columns)
      })
      return answered(request, id)
    },
  )

  route(
    api,
    'GET /api/clients/import/:id/errors.csv',
    { ...import_, isDear: true, onRequest: [looking] },
    async (request, reply) => {
      const owner = ownerOf(request)
      const found = await importOf(db, owner, request.params.id)
      if (!found?.mapping) throw notFound(NO_IMPORT)
      const { rows } = await pageOfRows(db, owner, found.id, { only: 'error', limit: 20_000, offset: 0 })
      const titles = ['Fila', 'Error', ...found.columns]
      const style = styleOf(await phoneOf(db, owner))
      const parts = tableParts(titles, pagesInTurn(rows), style, ({ n, error, cells, typed }) => [
        n,
        error,
        ...withTyped(cells, typed, found.mapping!),
      ])
      return sendFile(reply, 'filas-con-errores.csv', 'text/csv', parts)
    },
  )

  const note = (
    tx: Tx,
    request: FastifyRequest,
    act: 'clients_imported' | 'appointments_imported' | 'import_undone',
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
        if (['running', 'booking', 'done'].includes(found.state)) return
        const mayRun = found.state === 'draft' ? found.mapping !== null : found.state === 'stopped'
        if (!mayRun) throw new Refusal(409, NOT_NOW)
        // Its rows are gone by then, or will be at any moment.
        if (found.ended_at !== null && found.ended_at + UNDO_MS <= now()) throw new Refusal(409, GONE)
        const started_at = found.started_at === null ? iso() : undefined
        await updateImport(tx, ownerOf(request), id, {
          state: found.kind === 'clients' ? 'running' : 'booking',
          ended_at: null,
          ...(started_at && { started_at }),
        })
        if (started_at) await note(tx, request, `${found.kind}_imported`, found)
      }),
    )
    return answered(request, id)
  })

  route(api, 'POST /api/clients/import/:id/stop', { ...import_, onRequest: [looking] }, async (request) => {
    const { id } = request.params
    await changing(request, id, async (tx, found) => {
      if (found.state === 'stopped' || found.state === 'done') return
      if (found.state !== 'running' && found.state !== 'booking') throw new Refusal(409, NOT_NOW)
      await updateImport(tx, ownerOf(request), id, { state: 'stopped', ended_at: iso() })
    })
    return answered(request, id)
  })

  route(api, 'POST /api/clients/import/:id/undo', { ...import_, onRequest: [looking] }, async (request) => {
    const { id } = request.params
    await alone(() =>
      changing(request, id, async (tx, found) => {
        if (['undoing', 'unbooking', 'undone'].includes(found.state)) return
        if (found.state !== 'done' && found.state !== 'stopped') throw new Refusal(409, NOT_NOW)
        if (until(found) === null) throw new Refusal(409, LATE)
        await updateImport(tx, ownerOf(request), id, {
          state: found.kind === 'clients' ? 'undoing' : 'unbooking',
          ended_at: null,
          undone_by: sessionOf(request).user_id,
        })
        await note(tx, request, 'import_undone', found)
      }),
    )
    return answered(request, id)
  })

  route(api, 'DELETE /api/clients/import/:id', import_, async (request) => {
    const { id } = request.params
    return onceBy({ db, now }, request, async (tx) => {
      if (await removeDraft(tx, ownerOf(request), id)) return { success: true as const }
      if (await importOf(tx, ownerOf(request), id)) throw new Refusal(409, NOT_NOW)
      throw notFound(NO_IMPORT)
    })
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

/** What a row says, by the fields of its kind. */
function saidBy(
  { kind, mapping }: Pick<Locked, 'kind' | 'mapping'>,
  cells: string[],
  columns: { iso: string; headings: string[] },
): Record<string, string> {
  return kind === 'clients'
    ? typedOf(cells, mapping as Target[], columns)
    : typedAppointment(cells, mapping as AgendaTarget[], columns)
}

/** The cells of a row with what was written instead, so that the table can be corrected and sent again. */
function withTyped(cells: string[], typed: StoredRow['typed'], mapping: string[]): string[] {
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
