import { spawnSync } from 'node:child_process'

/**
 * Copies the data folder that a run prepared (product.ts) into a new one, keeping the files' owner, which PostgreSQL
 * checks.
 */
export function copyProduct(from: string, dataDir: string) {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, dataDir], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
