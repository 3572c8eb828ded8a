import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'

/**
 * A weak tag, because the same answer may be compressed in different ways, which changes its bytes.
 * 'W/"…"', 22 characters of a SHA-256.
 */
export function etagOf(content: string | Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Whether the client already has the answer with this tag: If-None-Match, compared weakly as in RFC 9110. */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = headers['if-none-match']
  return known === '*' || (known ?? '').split(',').some((tag) => bare(tag) === bare(etag))
}
