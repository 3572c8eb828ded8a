/** Imports go one way (docs/structure.md): fails on one against the arrows, and on a ring. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What each room may import of ours, besides itself. */
const rooms: Record<string, string[]> = {
  domain: [],
  emails: ['domain'],
  web: ['domain', 'emails'],
  server: ['domain'],
  scripts: ['domain', 'server'],
  bench: ['domain', 'server', 'scripts'],
  tests: ['domain', 'server', 'scripts'],
}

/** A feature of the server reads earlier ones only. */
const features = [
  'messages',
  'accounts',
  'businesses',
  'services',
  'professionals',
  'schedules',
  'appointments',
  'portal',
  'credits',
  'reminders',
  'metrics',
  'uploads',
  'admin',
]

/** @throws Error that names every import against the arrows. */
export function checkArrows() {
  const imports = new Map<string, string[]>()
  for (const file of globSync(
    Object.keys(rooms).map((room) => `${room}/**/*.{ts,tsx}`),
    { cwd: root },
  ))
    imports.set(file, importsOf(file))

  const faults: string[] = []
  for (const [file, targets] of imports) for (const target of targets) check(file, target, faults)
  for (const ring of rings(imports)) faults.push(`a ring: ${ring.join(' → ')}`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"]*?['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g,
  )
  return [...found]
    .map((match) => match[1] ?? match[2]!)
    .filter((target) => /^[.#]/.test(target))
    .map((target) =>
      target.startsWith('#') ? target.slice(1) : relative(root, join(root, dirname(file), target)),
    )
    .map((target) => target.replace(/\?.*$/, ''))
}

function check(file: string, target: string, faults: string[]) {
  const [room = '', feature = ''] = file.split('/')
  const [targetRoom = '', targetFeature = ''] = target.split('/')
  const isTypeOnly = target === 'emails/types.ts'
  if (targetRoom in rooms && targetRoom !== room && !rooms[room]!.includes(targetRoom) && !isTypeOnly)
    faults.push(`${file} imports ${target}`)
  if (room === 'tests' && feature === 'browser' && ['server', 'domain'].includes(targetRoom))
    faults.push(`${file} imports ${target}: browser tests know the site by its addresses`)
  if (room === 'server' && targetRoom === 'server') {
    const [from, to] = [features.indexOf(feature), features.indexOf(targetFeature)]
    if (from !== -1 && to !== -1 && to > from) faults.push(`${file} imports ${target}, a later feature`)
  }
}

function rings(imports: Map<string, string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    const at = path.indexOf(file)
    if (at !== -1) return void found.push([...path.slice(at), file])
    if (done.has(file) || !imports.has(file)) return
    for (const target of imports.get(file)!) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return found
}

if (import.meta.main) checkArrows()
