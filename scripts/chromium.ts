import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './running.ts'

// The browser itself must not use the network: no updates, no look-ups, no telemetry.
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium for tests: CHROME_PATH, the machine's own, or the one that comes with the packages. */
export async function chromiumPath(): Promise<string> {
  const own = [process.env.CHROME_PATH, ...installed].find((path) => path && existsSync(path))
  return own ?? unpackedChromium()
}

const PACKAGE = join(import.meta.dirname, '../node_modules/@sparticuz/chromium')

/** Unpacks the packaged browser once into `cache`, with the libraries and fonts that a bare machine lacks. */
export async function unpackedChromium(cache = join(import.meta.dirname, '../.cache')): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const dir = join(cache, `chromium-${version}`)
  if (!existsSync(dir)) await unpack(dir)
  removeOthers(cache, dir)
  const path = join(dir, 'chromium')
  const lacksLibraries = spawnSync('ldd', [path], { encoding: 'utf8' }).stdout?.includes('not found') ?? true
  if (lacksLibraries) {
    const libraries = join(dir, 'al2023/lib')
    process.env.LD_LIBRARY_PATH = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  }
  const hasFonts = existsSync('/usr/share/fonts') && readdirSync('/usr/share/fonts').length > 0
  if (!hasFonts) process.env.FONTCONFIG_FILE ??= fontsOf(dir)
  return path
}

/**
 * Settings with which a packaged browser finds the fonts that lie beside it. Its own settings name other folders, and without any
 * font the browser crashes as soon as a page asks for one.
 */
export function fontsOf(dir: string): string {
  const settings = join(dir, 'fonts.conf')
  if (existsSync(settings)) return settings
  const half = `${settings}${HALF}${process.pid}`
  writeFileSync(
    half,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`,
  )
  renameSync(half, settings)
  return settings
}

/** Beside its place, which it takes once it is whole: an unpacking that is interrupted leaves no half of a browser there. */
async function unpack(dir: string): Promise<void> {
  const half = `${dir}${HALF}${process.pid}`
  mkdirSync(half, { recursive: true })
  // The package unpacks into the temporary folder, which it determines on loading.
  const before = process.env.TMPDIR
  process.env.TMPDIR = half
  try {
    const { default: packaged, inflate } = await import('@sparticuz/chromium')
    await packaged.executablePath()
    await inflate(join(PACKAGE, 'bin/al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  try {
    renameSync(half, dir)
  } catch (error) {
    // Another run was first.
    if (!existsSync(dir)) throw error
    rmSync(half, { recursive: true, force: true })
  }
}

const HALF = '.new-'

/** Removes the browsers of other versions, and halves of runs that are over. */
function removeOthers(cache: string, dir: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (!name.startsWith('chromium') || path === dir) continue
    const run = Number(name.split(HALF)[1])
    if (!run || !isRunning(run)) rmSync(path, { recursive: true, force: true })
  }
}
