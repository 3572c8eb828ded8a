/**
 * Builds the web room when it is missing or its sources have changed. Run directly (`npm run build`), it
 * always builds. Every text file of the build is also stored compressed, so that none is compressed anew for
 * each visitor.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { linkPostgres } from '#server/database/embedded/files.ts'
import { StartError } from '#server/start-error.ts'
import { putInPlace, removeLeft } from './in-place.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'build')
/** Where pages are built before they are those of `build`. */
const cache = join(root, '.cache')
const STAMP = 'sources.sha256'
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

/** @throws StartError where the pages are to be built and nothing may be written. */
export function ensureBuilt({ force = false } = {}) {
  const current = fingerprint()
  const stamp = join(folder, STAMP)
  const isBuilt = () => !force && existsSync(stamp) && readFileSync(stamp, 'utf8') === current
  if (isBuilt()) return
  console.log('Construyendo las páginas…')
  const own = ownFolder()
  try {
    build(own)
    writeFileSync(join(own, STAMP), current)
    // Another start may have been sooner, and be reading its pages.
    if (!isBuilt()) putInPlace(own, folder, STAMP)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function ownFolder(): string {
  try {
    mkdirSync(cache, { recursive: true })
    removeLeft(cache)
    return mkdtempSync(join(cache, 'building-'))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error
    throw new StartError(
      `The pages are to be built, and ${root} cannot be written: run 'npm run build' as the user to whom it belongs.`,
    )
  }
}

function build(into: string) {
  const cli = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const built = spawnSync(process.execPath, [cli, 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', BUILD_INTO: relative(root, into) },
  })
  if (built.status !== 0) throw new Error(`The pages could not be built:\n${built.stdout}\n${built.stderr}`)
  compress(into)
  listAssets(into)
  // Whoever starts what was built may be another user.
  chmodSync(into, 0o755)
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

function compress(into: string) {
  for (const file of globSync('client/**/*.{js,css,svg,json,webmanifest,txt}', { cwd: into })) {
    const content = readFileSync(join(into, file))
    if (content.length < 512) continue
    writeFileSync(
      join(into, `${file}.br`),
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(join(into, `${file}.gz`), gzipSync(content, { level: 9 }))
  }
}

/** Which are this build's own: beside them an update lays those of the version before, which are not to go on to the next one. */
function listAssets(into: string) {
  const names = globSync('client/assets/*', { cwd: into }).sort()
  writeFileSync(join(into, 'assets.txt'), names.map((name) => `build/${name}\n`).join(''))
}

if (import.meta.main) {
  try {
    ensureBuilt({ force: process.argv.includes('--force') })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(1)
  }
  // Whoever starts what was built may not write here.
  linkPostgres()
}
