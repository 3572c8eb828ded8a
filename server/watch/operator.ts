import type { FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { isLoopback } from '../settings/local-host.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(hash(a), hash(b))

/** Whether `METRICS_TOKEN` came with the request. */
export const hasToken = ({ headers }: FastifyRequest, token: string | undefined): boolean =>
  token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`)

/** Whether a program of the machine itself asks, by the machine's own name and past every proxy. */
export const isFromMachine = ({ headers, hostname, raw }: FastifyRequest): boolean =>
  isLoopback(raw.socket.remoteAddress ?? '') &&
  isLoopback(hostname) &&
  FORWARDED.every((name) => headers[name] === undefined)

const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']
