import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLocalHost } from './settings/local-host.ts'
import { Refusal } from './http/refusal.ts'

const LOGINS = ['/api/auth/login', '/api/admin/login']

/**
 * Development has accounts with known passwords and shows everybody's mails. The settings refuse to open it
 * to the public; this refuses what comes through a proxy that the settings do not know.
 */
export function guardDevelopment(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.url.split('?')[0]!
    const isMail =
      path === '/correos' || path.startsWith('/correos/') || ['/whatsapp', '/avisos'].includes(path)
    if (!isMail && !LOGINS.includes(path)) return done()
    if (isLocalHost(request.hostname) && !(isMail && isForwarded(request))) return done()
    done(
      new Refusal(
        403,
        'Este servidor está en modo de desarrollo y esto solo funciona en su propia red. Para abrirlo al público, inícialo con NODE_ENV=production.',
      ),
    )
  })
}

/** Whether a proxy says that the request came from a public address. */
function isForwarded({ headers }: FastifyRequest): boolean {
  const from = String(headers['x-forwarded-for'] ?? headers['x-real-ip'] ?? '')
    .split(',')[0]!
    .trim()
  return from !== '' && !isLocalHost(from.replace(/^::ffff:/i, ''))
}
