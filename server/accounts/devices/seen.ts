import { deviceOf } from '#domain/device.ts'
import { zoneNamed } from '#domain/elsewhere.ts'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../limits/network.ts'

/** Where a session is opened, as it is shown to whoever it belongs to. */
export interface SeenFrom {
  device: string
  network: string
  timezone: string | null
}

/** `timezone` is what the browser says. */
export const seenFrom = (request: FastifyRequest, timezone?: unknown): SeenFrom => ({
  device: deviceOf(request.headers['user-agent']),
  network: networkOf(request.ip),
  timezone: zoneNamed(timezone),
})

// Precise enough for people, and seldom enough that no call is slower by it.
const NOTED_EVERY_MS = 5 * 60_000

/** Whether the use of a session is to be noted again. */
export const isUnnoted = (session: { created_at: number; seen_at: number | null }, nowMs: number): boolean =>
  nowMs - (session.seen_at ?? session.created_at) >= NOTED_EVERY_MS
