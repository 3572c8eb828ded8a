import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerError, OUTAGE_SECONDS } from '../http/http.ts'
import { Refusal } from '../http/refusal.ts'

const HEAD =
  '<!doctype html><html lang="es-CO"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hay muchas visitas</title>'

/** Tells a person in words that too many wait for a page, and everybody else as the API does. */
export function answerCrowd(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const isForPerson = String(request.headers.accept).includes('text/html')
  const refusal: unknown = error
  if (!(refusal instanceof Refusal) || refusal.status !== 503 || !isForPerson)
    return answerError(error, request, reply)
  request.log.error({ err: error }, 'request failed')
  const advice =
    request.method === 'POST'
      ? 'Lo que enviaste no llegó. Espera unos segundos, vuelve atrás y envíalo otra vez.'
      : 'Espera unos segundos y recarga la página.'
  return reply
    .code(503)
    .header('retry-after', OUTAGE_SECONDS)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(`${HEAD}<h1>Hay muchas visitas en este momento</h1><p>${advice}</p></html>`)
}
