import { ownerOf } from '../accounts/owner.ts'
import { spend } from '../limits/attempts.ts'
import { changePolicy } from '../businesses/policy.ts'
import type { Api, Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { confirmPhoneUrl } from './confirm-phone.ts'
import { noteOwnNumber, ownNumber } from './phone-queries.ts'
import { channelOf, quotaOf, setChannel } from './queries.ts'
import { templateOf } from './templates.ts'
import { storeEvents } from './event-queries.ts'
import { eventsOf, isSame, isSigned, numberOf } from './webhook.ts'

const MOST_BYTES = 1024 * 1024

/** The web-hook of WhatsApp, and what its owner decides. */
export function whatsAppRoutes(api: Api, { db, now, config, eventsCame }: Deps) {
  const { whatsapp } = config

  // Its bytes are signed, so they are read as they came.
  void api.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    )

    route(
      hooks as unknown as Api,
      'GET /api/hooks/whatsapp',
      { access: 'public' },
      async (request, reply) => {
        if (!whatsapp) throw new Refusal(404, 'Esta dirección no existe')
        const query = request.query as Record<string, unknown>
        const isRight =
          query['hub.mode'] === 'subscribe' && isSame(query['hub.verify_token'], whatsapp.verifyToken)
        if (!isRight) throw new Refusal(403, 'No tienes permiso para hacer esto')
        return reply
          .type('text/plain; charset=utf-8')
          .send(String(query['hub.challenge'] ?? '').slice(0, 200))
      },
    )

    route(hooks as unknown as Api, 'POST /api/hooks/whatsapp', { access: 'public' }, async (request) => {
      if (!whatsapp) throw new Refusal(404, 'Esta dirección no existe')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSigned(body, request.headers['x-hub-signature-256'], whatsapp.appSecret))
        throw new Refusal(401, 'La firma no es válida')
      const told = parsed(body)
      await storeEvents(db, eventsOf(told, whatsapp), now())
      const number = numberOf(told, whatsapp)
      if (number && number !== (await ownNumber(db))) await noteOwnNumber(db, number)
      eventsCame()
      return { success: true }
    })
  })

  const setting = async (owner: number) => ({
    success: true as const,
    is_available: whatsapp !== undefined,
    reminder_channel: await channelOf(db, owner),
    sample: sample(),
    price: 1,
    ...(await quotaOf(db, owner, now())),
    confirm_phone_url: whatsapp ? await confirmPhoneUrl(db, owner) : null,
  })

  route(api, 'GET /api/messages/whatsapp', { needs: 'settings:read' }, (request) => setting(ownerOf(request)))

  route(api, 'PUT /api/messages/whatsapp', { needs: 'settings:write' }, async (request) => {
    const owner = ownerOf(request)
    const { reminder_channel } = request.body
    if (!whatsapp && reminder_channel !== 'email')
      throw new Refusal(409, 'Los mensajes por WhatsApp no están disponibles todavía')
    await spend(db, now(), [{ subject: `reminder channels of ${owner}`, max: 60, minutes: 60 }])
    await db.transaction().execute(async (tx) => {
      await setChannel(tx, owner, reminder_channel)
      await changePolicy(tx, owner, now())
    })
    return setting(owner)
  })
}

function sample(): string {
  const { body, examples } = templateOf('recordatorio_v1').languages['es_CO']!
  return body.replace(/\{\{(\d+)\}\}/g, (_, n) => examples[Number(n) - 1]!)
}

/** Signed, so it is WhatsApp's own; what is no JSON has no events. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
