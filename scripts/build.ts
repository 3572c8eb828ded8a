/**
 * Builds the web room when it is missing or its sources have changed. Run directly (`npm run build`), it
 * always builds. Every text file of the build is also stored compressed, so that none is compressed anew for
 * each visitor.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { linkPostgres } from '#server/database/embedded/files.ts'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'build/sources.sha256')
const sources = [
  'web/**/*',
  'emails/**/*',
  'domain/**/*.ts',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  // What vite.config.ts takes.
  'scripts/alone.ts',
  'scripts/fewer-files.ts',
]

export function ensureBuilt({ force = false } = {}) {
  const current = fingerprint()
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  console.log('Construyendo las páginas…')
  // A build that is killed must not pass for the one before.
  rmSync(stamp, { force: true })
  const cli = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const built = spawnSync(process.execPath, [cli, 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (built.status !== 0) throw new Error(`The pages could not be built:\n${built.stdout}\n${built.stderr}`)
  compress()
  listAssets()
  writeFileSync(stamp, current)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort())
    hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function compress() {
  for (const file of globSync('build/client/**/*.{js,css,svg,json,webmanifest,txt}', { cwd: root })) {
    const content = readFileSync(join(root, file))
    if (content.length < 512) continue
    writeFileSync(
      join(root, `${file}.br`),
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(join(root, `${file}.gz`), gzipSync(content, { level: 9 }))
  }
}

/** Which are this build's own: beside them an update lays those of the version before, which are not to go on to the next one. */
function listAssets() {
  const names = globSync('build/client/assets/*', { cwd: root }).sort()
  writeFileSync(join(root, 'build/assets.txt'), names.map((name) => `${name}\n`).join(''))
}

if (import.meta.main) {
  ensureBuilt({ force: process.argv.includes('--force') })
  // Whoever starts what was built may not write here.
  linkPostgres()
}
