import { cleanText, emailError } from '#domain/fields.ts'
import type { FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ownerOf } from '../accounts/owner.ts'
import { table, tableParts, type Cell } from '../appointments/csv.ts'
import { forgottenEmail } from '../clients/queries.ts'
import type { Api, Deps } from '../deps.ts'
import { sendFile } from '../download.ts'
import { failure } from '../http.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { ownServices } from '../services/owner-queries.ts'
import { everythingOf } from './export.ts'
import { aheadOf, clientsOf, forgetClient } from './queries.ts'

const config = { access: 'owner' as const }
const tags = ['data rights']
const csv = { 200: z.string().meta({ description: 'CSV' }), '4xx': failure }

/** What Colombian Law 1581 asks for: take the data along, and have a person's data deleted. */
export function privacyRoutes(api: Api, { db, now, live }: Deps) {
  api.get(
    '/businesses/export.json',
    {
      config,
      schema: { tags, summary: 'All of the business’s data', response: { 200: z.string(), '4xx': failure } },
    },
    (request, reply) =>
      sendFile(reply, 'enpunto.json', 'application/json', everythingOf(db, ownerOf(request))),
  )

  api.get(
    '/businesses/clients.csv',
    { config, schema: { tags, summary: 'The clients, for a spreadsheet in Spanish', response: csv } },
    (request, reply) => {
      const titles = ['Nombre', 'Teléfono', 'Correo', 'Cédula', 'Citas', 'Primera', 'Última']
      const parts = tableParts(titles, clientsOf(db, ownerOf(request)), (row) => [
        ...[row.client_name, row.client_phone, row.client_email, row.client_id],
        ...[row.appointments, row.first_appointment, row.last_appointment],
      ])
      return sendFile(reply, 'clientes.csv', 'text/csv', parts)
    },
  )

  api.get(
    '/businesses/services.csv',
    { config, schema: { tags, summary: 'The services, for a spreadsheet in Spanish', response: csv } },
    async (request, reply) => {
      const services = await ownServices(db, ownerOf(request))
      return sendTable(
        reply,
        'servicios.csv',
        ['Servicio', 'Descripción', 'Duración (min)', 'Precio', 'Activo'],
        services.map((row) => [
          ...[row.service_name, row.description, row.duration_minutes, row.price],
          row.is_active ? 'Sí' : 'No',
        ]),
      )
    },
  )

  api.post(
    '/businesses/clients/forget',
    {
      config: { ...config, whileSuspended: true },
      schema: {
        tags,
        summary: 'Deletes a client’s personal data; the figures stay right',
        body: z.object({ client_email: z.unknown().optional().meta({ type: 'string' }) }),
        response: { 200: z.object({ success: z.literal(true), appointments: z.int() }), '4xx': failure },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const error = emailError(request.body.client_email)
      if (error) throw invalid({ client_email: error })
      const email = cleanText(request.body.client_email)
      // The same for all of a person's appointments, so that they still count as one client's.
      const alias = forgottenEmail(randomBytes(8).toString('hex'))
      const appointments = await db.transaction().execute(async (tx) => {
        if ((await aheadOf(tx, owner, email, now())) > 0)
          throw new Refusal(
            409,
            'Este cliente tiene citas programadas: cancélalas antes de eliminar sus datos',
          )
        return forgetClient(tx, owner, email, alias)
      })
      if (appointments === 0) throw notFound('No hay citas de ese cliente')
      live.changed(owner)
      return { success: true as const, appointments }
    },
  )
}

function sendTable(reply: FastifyReply, name: string, titles: string[], rows: Cell[][]) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .serializer(String)
    .send(table(titles, rows))
}
