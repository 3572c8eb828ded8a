import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'

/**
 * A weak tag: the same answer may travel packed in different ways, so its bytes differ while it is the same.
 * 'W/"…"', 22 letters of a SHA-256.
 */
export function etagOf(content: string | Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Whether the asker has the answer of this tag already: If-None-Match, compared weakly as RFC 9110 says. */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = headers['if-none-match']
  return known === '*' || (known ?? '').split(',').some((tag) => bare(tag) === bare(etag))
}
