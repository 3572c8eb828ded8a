import { birthdayLabel } from '#domain/birthday.ts'
import { tagCell } from '#domain/import/tags.ts'
import type { FastifyRequest } from 'fastify'
import { ownerOf, sessionOf } from '../accounts/owner.ts'
import { onceBy } from '../accounts/repeated.ts'
import { noteActivity, noteExport } from '../activity.ts'
import { statedPrice, styleOf, table, tableParts } from '../appointments/csv.ts'
import { phoneOf } from '../businesses/owner-queries.ts'
import type { Tx } from '../database/db.ts'
import type { Api, Deps } from '../deps.ts'
import { sendFile } from '../http/download.ts'
import { givingWay } from '../database/giving-way.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { ownServices } from '../services/owner-queries.ts'
import { removeMarked } from '../uploads/clean.ts'
import { HAS_APPOINTMENTS } from './answer-request.ts'
import { everythingOf } from './export.ts'
import { clientsOf } from './export-queries.ts'
import { aheadOf, clientKey, forgetClient, lockForgetting, personOf } from './queries.ts'

/** The requirements of Colombian Law 1581: exporting the data, and deleting a person's data. */
export function privacyRoutes(api: Api, { db, files, now, live, secrets }: Deps) {
  const note = (request: FastifyRequest, subject: string) =>
    noteExport(db, sessionOf(request), subject, now())

  route(
    api,
    'GET /api/businesses/export.json',
    { needs: 'business:export', isDear: true },
    async (request, reply) => {
      await note(request, 'todos los datos del negocio')
      return sendFile(reply, 'enpunto.json', 'application/json', everythingOf(db, ownerOf(request), secrets))
    },
  )

  route(
    api,
    'GET /api/businesses/clients.csv',
    { needs: 'clients:export', isDear: true },
    async (request, reply) => {
      await note(request, 'la lista de clientes')
      const visits = ['Citas', 'Primera', 'Última']
      const titles = ['Nombre', 'Teléfono', 'Correo', 'Cédula', ...visits, 'Cumpleaños', 'Etiquetas']
      const style = styleOf(await phoneOf(db, ownerOf(request)))
      const parts = tableParts(titles, clientsOf(db, ownerOf(request)), style, (row) => [
        row.client_name,
        row.client_phone,
        row.client_email,
        row.client_id,
        row.appointments,
        row.first_appointment,
        row.last_appointment,
        row.birthday && birthdayLabel(row.birthday),
        tagCell(row.tags),
      ])
      return sendFile(reply, 'clientes.csv', 'text/csv', parts)
    },
  )

  route(api, 'GET /api/businesses/services.csv', { needs: 'services:read' }, async (request, reply) => {
    const services = await ownServices(db, ownerOf(request))
    const titles = ['Servicio', 'Descripción', 'Duración (min)', 'Precio', 'Activo']
    const rows = services.map((row) => [
      row.service_name,
      row.description,
      row.duration_minutes,
      statedPrice(row),
      row.is_active ? 'Sí' : 'No',
    ])
    const style = styleOf(await phoneOf(db, ownerOf(request)))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="servicios.csv"')
      .serializer(String)
      .send(table(titles, rows, style))
  })

  const forget = { needs: 'clients:forget', whileSuspended: true } as const
  const forgetting = async (request: FastifyRequest, whom: { client: string } | { card: number }) => {
    const owner = ownerOf(request)
    const { user_id } = sessionOf(request)
    const work = async (tx: Tx) => {
      await lockForgetting(tx, owner)
      const person = await personOf(tx, owner, whom)
      if ('card' in whom && person.cards.length === 0) throw notFound('Cliente no encontrado')
      if ((await aheadOf(tx, owner, person, now())) > 0) throw new Refusal(409, HAS_APPOINTMENTS)
      const { appointments, former } = await forgetClient(tx, owner, person, now())
      if (appointments + former + person.cards.length === 0) throw notFound('No hay citas de ese cliente')
      await noteActivity(tx, { business_id: owner, user_id, act: 'client_forgotten', nowMs: now() })
      return { appointments }
    }
    const { appointments } = await givingWay(() => onceBy({ db, now }, request, work))
    // Photos of theirs; what a store does not remove now, the job does.
    await removeMarked({ db, files }, owner).catch((error: unknown) => request.log.warn(error))
    live.changed(owner)
    return { success: true as const, appointments }
  }
  route(api, 'POST /api/businesses/clients/forget', forget, (request) =>
    forgetting(request, { client: clientKey(request.body) }),
  )
  route(api, 'POST /api/clients/:id/forget', forget, (request) =>
    forgetting(request, { card: request.params.id }),
  )
}
