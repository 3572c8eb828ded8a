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
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { administratorGate } from './admin/gate.ts'
import { adminRoutes } from './admin/routes.ts'
import { ownerGate } from './accounts/owner.ts'
import { accountRoutes } from './accounts/routes.ts'
import { liveRoutes } from './appointments/live-routes.ts'
import { appointmentOwnerRoutes } from './appointments/owner-routes.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import { businessOwnerRoutes } from './businesses/owner-routes.ts'
import { registerRoutes } from './businesses/register-routes.ts'
import { businessRoutes } from './businesses/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { creditRoutes } from './credits/routes.ts'
import type { Api, Deps } from './deps.ts'
import { locationRoutes } from './location/routes.ts'
import { healthRoutes } from './health.ts'
import {
  answerCaches,
  answerError,
  answerErrors,
  answerUnreadable,
  guardRoutes,
  sendRefusal,
} from './http.ts'
import { loggerOptions } from './log.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { portalRoutes } from './portal/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { professionalOwnerRoutes } from './professionals/owner-routes.ts'
import { professionalRoutes } from './professionals/routes.ts'
import { Refusal } from './refusal.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { scheduleOwnerRoutes } from './schedules/owner-routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { serviceOwnerRoutes } from './services/owner-routes.ts'
import { serviceRoutes } from './services/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { verificationRoutes } from './verification/routes.ts'

/** Every feature's calls, in the order in which they may read each other's queries. */
const features = [
  healthRoutes,
  verificationRoutes,
  accountRoutes,
  registerRoutes,
  businessRoutes,
  businessOwnerRoutes,
  serviceRoutes,
  serviceOwnerRoutes,
  professionalRoutes,
  professionalOwnerRoutes,
  uploadRoutes,
  locationRoutes,
  scheduleRoutes,
  scheduleOwnerRoutes,
  appointmentRoutes,
  portalRoutes,
  creditRoutes,
  reminderRoutes,
  metricsRoutes,
  liveRoutes,
  appointmentOwnerRoutes,
  clientRoutes,
  privacyRoutes,
  adminRoutes,
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
    // A request that still comes in while stopping is served like any other, and its connection closed.
    return503OnClosing: false,
    requestIdHeader: false,
    // Unique over restarts and processes: a human check without a key is spent for a request's id.
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    // An address that cannot be read, like /negocio/100%, fails before any route, so it does not pass the handler of
    // errors. Who wrote it in the browser is led to the page that says so.
    frameworkErrors: (error, request, reply) => {
      const isCall = request.method !== 'GET' || request.url.startsWith('/api/')
      void (isCall ? answerError(error, request, reply) : reply.redirect('/no-encontrada', 302))
    },
    clientErrorHandler: answerUnreadable,
  })
  // JSON only; Fastify would take plain text too.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  answerErrors(app)

  await app.register(helmet, {
    contentSecurityPolicy: false, // pages.ts sets it, with a nonce for each page
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith('https:') && { maxAge: 31_536_000 },
    // Only what today's browsers act on: every answer carries these, on mobile data too.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  })
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal(429, 'Demasiados intentos, intenta más tarde', { retryAfter: ttl / 1000 }),
  })
  app.decorate('calls', [])
  await app.register(
    async (scope) => {
      const api: Api = scope.withTypeProvider<ZodTypeProvider>()
      await api.register(swagger, {
        openapi: {
          info: { title: 'enpunto', version: '1' },
          servers: [{ url: '/' }],
          components: {
            securitySchemes: {
              owner: { type: 'http', scheme: 'bearer' },
              administrator: { type: 'http', scheme: 'bearer' },
            },
          },
        },
        transform: jsonSchemaTransform,
      })
      guardRoutes(api, {
        public: undefined,
        owner: ownerGate(api, deps),
        administrator: administratorGate(api, deps),
      })
      answerCaches(api)
      for (const routes of features) routes(api, deps)
      api.get('/openapi.json', { config: { access: 'public', shared: true }, schema: { hide: true } }, () =>
        api.swagger(),
      )
      api.all('/*', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) =>
        sendRefusal(reply, new Refusal(404, 'Esta dirección no existe')),
      )
    },
    { prefix: '/api' },
  )
  return app
}

export type App = Awaited<ReturnType<typeof createApp>>
