import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { constants } from 'node:zlib'
import { appointmentRoutes } from './appointments/routes.ts'
import { businessRoutes } from './businesses/routes.ts'
import type { Api, Deps } from './deps.ts'
import { healthRoutes } from './health.ts'
import { answerErrors, guardRoutes, sendRefusal } from './http.ts'
import { loggerOptions } from './log.ts'
import { professionalRoutes } from './professionals/routes.ts'
import { Refusal } from './refusal.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { serviceRoutes } from './services/routes.ts'
import { verificationRoutes } from './verification/routes.ts'

/** Every feature's calls, in the order in which they may read each other's queries. */
const features = [
  healthRoutes,
  verificationRoutes,
  businessRoutes,
  serviceRoutes,
  professionalRoutes,
  scheduleRoutes,
  appointmentRoutes,
]

/** The server without its pages: the API, guarded and documented. Everything it knows of the world is in `deps`. */
export async function createApp(deps: Deps) {
  const { config } = deps
  const app = Fastify({
    logger: loggerOptions(config),
    bodyLimit: 256 * 1024,
    trustProxy: config.proxies > 0 && ((_address, hop) => hop < config.proxies),
    // A kept-alive connection must not hold a graceful stop.
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300 },
  })
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  answerErrors(app)

  await app.register(helmet, {
    contentSecurityPolicy: false, // pages.ts sets it, with a nonce for each page
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal(429, 'Demasiados intentos, intenta más tarde', { retryAfter: ttl / 1000 }),
  })
  await app.register(
    async (scope) => {
      const api: Api = scope.withTypeProvider<ZodTypeProvider>()
      await api.register(swagger, {
        openapi: { info: { title: 'enpunto', version: '1' }, servers: [{ url: '/' }] },
        transform: jsonSchemaTransform,
      })
      guardRoutes(api, { public: undefined, owner: undefined, administrator: undefined })
      for (const routes of features) routes(api, deps)
      api.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () => api.swagger())
      api.all('/*', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
        sendRefusal(reply, new Refusal(404, 'Esta dirección no existe')),
      )
    },
    { prefix: '/api' },
  )
  return app
}

export type App = Awaited<ReturnType<typeof createApp>>
