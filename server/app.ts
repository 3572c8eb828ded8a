import compress from '@fastify/compress'
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
import { networkOf } from './limits/network.ts'
import { adminRoutes } from './admin/routes.ts'
import { memberGate } from './accounts/owner.ts'
import { accountRoutes } from './accounts/routes.ts'
import { appointmentChangeRoutes } from './appointments/change-routes.ts'
import { liveRoutes } from './appointments/live-routes.ts'
import { mailRoutes } from './appointments/mail-routes.ts'
import { appointmentOwnerRoutes } from './appointments/owner-routes.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import { businessOwnerRoutes } from './businesses/owner-routes.ts'
import { registerRoutes } from './businesses/register-routes.ts'
import { businessRoutes } from './businesses/routes.ts'
import { byHandRoutes } from './by-hand/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { cardRoutes } from './clients/card-routes.ts'
import { healthRoutes as clientHealthRoutes } from './clients/health-routes.ts'
import { callRoutes } from './clients/call-routes.ts'
import { consentRoutes } from './clients/consent-routes.ts'
import { mergeRoutes } from './clients/merge-routes.ts'
import { tagRoutes } from './clients/tag-routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { creditRoutes } from './credits/routes.ts'
import type { Api, Deps } from './deps.ts'
import { deletionRoutes } from './deletion/routes.ts'
import { guardDevelopment } from './development.ts'
import { locationRoutes } from './location/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { decorateLifecycle } from './lifecycle.ts'
import { healthRoutes } from './health.ts'
import {
  acceptJsonAlone,
  answerCaches,
  answerError,
  answerErrors,
  answerUnreadable,
  guardRoutes,
  headEveryAnswer,
  sendRefusal,
} from './http/http.ts'
import { loggerOptions, RequestLog } from './log.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { limitConnections, limitSlowBodies, patience, readOnAfterRefusals } from './http/patience.ts'
import { portalRoutes } from './portal/routes.ts'
import { dataRequestRoutes } from './privacy/request-routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { professionalOwnerRoutes } from './professionals/owner-routes.ts'
import { professionalRoutes } from './professionals/routes.ts'
import { BROTLI_QUALITY } from './pages/page.ts'
import { Refusal } from './http/refusal.ts'
import { checkHosts, originForm } from './http/request-target.ts'
import { pushRoutes } from './push/routes.ts'
import { birthdayRoutes } from './birthdays/routes.ts'
import { recallRoutes } from './recall/routes.ts'
import { rememberedRoutes } from './remembered/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { scheduleOwnerRoutes } from './schedules/owner-routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { categoryRoutes } from './services/category-routes.ts'
import { serviceOwnerRoutes } from './services/owner-routes.ts'
import { serviceRoutes } from './services/routes.ts'
import { holidayRoutes } from './special-days/holiday-routes.ts'
import { specialDayRoutes } from './special-days/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { timeOffRoutes } from './time-off/routes.ts'
import { transferRoutes } from './transfer/routes.ts'
import { decorateVitals } from './vitals.ts'
import { statusRoutes } from './watch/status-routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { verificationRoutes } from './verification/routes.ts'
import { whatsAppRoutes } from './whatsapp/routes.ts'

/** The routes of every feature, in the order in which they may depend on each other's queries. */
const features = [
  healthRoutes,
  verificationRoutes,
  accountRoutes,
  registerRoutes,
  businessRoutes,
  businessOwnerRoutes,
  serviceRoutes,
  serviceOwnerRoutes,
  categoryRoutes,
  professionalRoutes,
  professionalOwnerRoutes,
  teamRoutes,
  uploadRoutes,
  locationRoutes,
  scheduleRoutes,
  scheduleOwnerRoutes,
  appointmentRoutes,
  portalRoutes,
  rememberedRoutes,
  creditRoutes,
  reminderRoutes,
  whatsAppRoutes,
  pushRoutes,
  metricsRoutes,
  liveRoutes,
  appointmentOwnerRoutes,
  appointmentChangeRoutes,
  timeOffRoutes,
  feedRoutes,
  mailRoutes,
  byHandRoutes,
  specialDayRoutes,
  holidayRoutes,
  clientRoutes,
  cardRoutes,
  callRoutes,
  clientHealthRoutes,
  recallRoutes,
  birthdayRoutes,
  mergeRoutes,
  tagRoutes,
  consentRoutes,
  importRoutes,
  privacyRoutes,
  dataRequestRoutes,
  deletionRoutes,
  reportRoutes,
  statusRoutes,
  adminRoutes,
  transferRoutes,
]

/**
 * The server without its pages: the API with its guards and its documentation. All its dependencies are in
 * `deps`.
 */
export async function createApp(deps: Deps) {
  const { config } = deps
  const app = Fastify({
    logger: loggerOptions(config),
    logController: new RequestLog(),
    bodyLimit: 256 * 1024,
    trustProxy: config.proxies > 0 && ((_address, hop) => hop < config.proxies),
    // A kept-alive connection must not delay a graceful stop.
    forceCloseConnections: 'idle',
    // A request that arrives while the server is stopping is still served, and its connection is closed.
    return503OnClosing: false,
    requestIdHeader: false,
    rewriteUrl: originForm,
    ...patience(config),
    // Unique across restarts and processes: without a key, a human check is spent on the request's id.
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    // An address that cannot be decoded, like /negocio/100%, fails before routing, so it bypasses the error
    // handler. A browser is redirected to the page that explains it.
    frameworkErrors: (error, request, reply) => {
      const isCall = request.method !== 'GET' || request.url.startsWith('/api/')
      void (isCall ? answerError(error, request, reply) : reply.redirect('/no-encontrada', 302))
    },
    clientErrorHandler: answerUnreadable,
  })
  acceptJsonAlone(app)
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  answerErrors(app)
  // Before what says that a connection ends.
  readOnAfterRefusals(app)
  decorateLifecycle(app)
  decorateVitals(app, deps.now)
  deps.tracer?.watch(app)
  // Behind a proxy, all connections are the proxy's.
  if (config.proxies === 0) limitConnections(app.server, config.connectionsPerNetwork)
  limitSlowBodies(app, config)
  checkHosts(app, new URL(config.publicUrl).host)
  if (!config.production) guardDevelopment(app)

  headEveryAnswer(app, { isSecure: config.publicUrl.startsWith('https:') })
  await app.register(compress, {
    threshold: 1024,
    // In one go such an answer takes the thread no longer than handing it to a helper and back, piece by piece, does.
    syncThreshold: 65_536,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
  // Counted by each process: for what is read only and cheap. What writes, sends, costs or can be guessed is
  // counted in the database (attempts.ts).
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
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
              member: { type: 'http', scheme: 'bearer' },
              administrator: { type: 'http', scheme: 'bearer' },
            },
          },
        },
        transform: jsonSchemaTransform,
      })
      guardRoutes(api, {
        member: memberGate(api, deps),
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
