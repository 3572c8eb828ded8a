import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

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

/** Unpacks the packaged browser once, with the libraries and fonts that a bare machine lacks. */
async function unpackedChromium(): Promise<string> {
  const dir = join(import.meta.dirname, '..', '.cache/chromium')
  mkdirSync(dir, { recursive: true })
  // The package unpacks into the temporary folder, which it determines on loading.
  const before = process.env.TMPDIR
  process.env.TMPDIR = dir
  const { default: packaged, inflate } = await import('@sparticuz/chromium')
  const path = await packaged.executablePath()
  const lacksLibraries = spawnSync('ldd', [path], { encoding: 'utf8' }).stdout?.includes('not found') ?? true
  if (lacksLibraries) {
    const archive = join(import.meta.dirname, '..', 'node_modules/@sparticuz/chromium/bin/al2023.tar.br')
    if (!existsSync(join(dir, 'al2023'))) await inflate(archive)
    const libraries = join(dir, 'al2023/lib')
    process.env.LD_LIBRARY_PATH = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  }
  if (!existsSync('/usr/share/fonts') || readdirSync('/usr/share/fonts').length === 0)
    process.env.FONTCONFIG_PATH ??= join(dir, 'fonts')
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  return path
}
