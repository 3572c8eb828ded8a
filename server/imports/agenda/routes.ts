import { ownerOf } from '../../accounts/owner.ts'
import type { Api, Deps } from '../../deps.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { import_, importing, NOT_NOW, uploadRoute } from '../answer.ts'
import { lookInTurn } from '../look-in-turn.ts'
import { correctAppointment } from './correct.ts'
import { lookThroughAgenda } from './look.ts'

/** Future appointments that are brought along as a file; what both kinds share is in ../routes.ts. */
export function agendaRoutes(api: Api, deps: Deps) {
  const { now } = deps
  const { answered, changing, looking } = importing(deps)
  uploadRoute(api, deps, 'appointments')
  const config = { ...import_, onRequest: [looking] }

  route(api, 'PUT /api/appointments/import/:id/mapping', config, async (request) => {
    const { id } = request.params
    const { mapping, ...choices } = request.body
    await lookInTurn(ownerOf(request), () =>
      changing(request, id, async (tx, found) => {
        if (found.state !== 'draft' || found.kind !== 'appointments') throw new Refusal(409, NOT_NOW)
        if (mapping.length !== found.columns.length) throw new Refusal(400, 'Dinos qué es cada columna')
        const asked = { import_id: id, headings: found.columns, mapping, choices, nowMs: now() }
        await lookThroughAgenda(tx, ownerOf(request), asked)
      }),
    )
    return answered(request, id)
  })

  route(api, 'PATCH /api/appointments/import/:id/rows/:n', config, async (request) => {
    const { id, n } = request.params
    await lookInTurn(ownerOf(request), () =>
      changing(request, id, async (tx, found) => {
        if (found.state !== 'draft' || found.kind !== 'appointments' || !found.agenda)
          throw new Refusal(409, NOT_NOW)
        await correctAppointment(tx, ownerOf(request), found, { n, typed: request.body, nowMs: now() })
      }),
    )
    return answered(request, id)
  })
}
