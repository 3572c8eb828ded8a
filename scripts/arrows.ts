/**
 * Checks the direction of imports (docs/structure.md): fails on a forbidden import, a cycle, and files or
 * folders that grow too large.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  BARRELS,
  BENEATH,
  CLOCKS,
  FEATURES,
  GROUND,
  LARGE_FOLDERS,
  LONG_FILES,
  MAX_FILES,
  MAX_LINES,
  OPEN,
  ROOMS,
  SCREENS,
  SHARED_BY_PANEL,
  SHARED_FILES,
  SQL_ELSEWHERE,
  WIRING,
} from './shape.ts'

const root = join(import.meta.dirname, '..')

/** @throws Error that names every forbidden import. */
export function checkArrows() {
  const imports = new Map<string, string[]>()
  for (const file of globSync(
    Object.keys(ROOMS).map((room) => `${room}/**/*.{ts,tsx}`),
    { cwd: root },
  ))
    imports.set(file, importsOf(file))

  const faults: string[] = []
  const needed: Needed = new Map()
  for (const [file, targets] of imports) {
    for (const target of targets) {
      checkRooms(file, target, faults)
      checkFeatures(file, target, faults, needed)
      checkScreens(file, target, faults, needed)
    }
    checkTypesOnly(file, faults)
    checkText(file, faults, needed)
  }
  checkFolders([...imports.keys()], faults, needed)
  for (const ring of rings(imports)) faults.push(`a ring: ${ring.join(' → ')}`)
  for (const list of [OPEN, BENEATH, SHARED_FILES, BARRELS, SQL_ELSEWHERE, CLOCKS, LARGE_FOLDERS, LONG_FILES])
    for (const name of Object.keys(list))
      if (!needed.get(list)?.has(name))
        faults.push(`scripts/shape.ts: nothing needs the exception ${name} any more`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** The exceptions in use, by their list. */
type Needed = Map<Record<string, string>, Set<string>>

function isException(list: Record<string, string>, name: string, needed: Needed): boolean {
  needed.set(list, (needed.get(list) ?? new Set()).add(name))
  return name in list
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

function checkRooms(file: string, target: string, faults: string[]) {
  const [room = '', folder = ''] = file.split('/')
  const [targetRoom = ''] = target.split('/')
  const isTypeOnly = target === 'emails/types.ts'
  // A test compares it with React's.
  const isMarkup = room === 'tests' && target === 'emails/jsx-runtime'
  if (
    targetRoom in ROOMS &&
    targetRoom !== room &&
    !ROOMS[room]!.includes(targetRoom) &&
    !isTypeOnly &&
    !isMarkup
  )
    faults.push(`${file} imports ${target}`)
  if (room === 'tests' && folder === 'browser' && ['server', 'domain'].includes(targetRoom))
    faults.push(`${file} imports ${target}: browser tests know the site by its addresses`)
}

function checkFeatures(file: string, target: string, faults: string[], needed: Needed) {
  const [feature, targetFeature] = [featureOf(file), featureOf(target)]
  for (const name of [feature, targetFeature])
    if (name !== undefined && !FEATURES.includes(name))
      faults.push(`server/${name} has no place in the order of the features (scripts/shape.ts)`)
  if (feature === undefined) {
    const isBeneath = file.startsWith('server/') && targetFeature !== undefined && !WIRING.includes(file)
    if (isBeneath && !isException(BENEATH, `${file} → ${target}`, needed))
      faults.push(`${file} imports ${target}: what every feature stands on knows none of them`)
    return
  }
  if (WIRING.includes(target)) faults.push(`${file} imports ${target}, which knows all features`)
  if (targetFeature === undefined || targetFeature === feature) return
  if (FEATURES.indexOf(targetFeature) > FEATURES.indexOf(feature))
    faults.push(`${file} imports ${target}, a later feature`)
  if (target.endsWith('queries.ts')) return
  if (!isException(OPEN, target, needed))
    faults.push(`${file} imports ${target}: of another feature only queries, and OPEN in shape.ts`)
}

/** 'appointments' of server/appointments/book.ts; undefined for files outside of features. */
function featureOf(file: string): string | undefined {
  const [room, folder, inside] = file.split('/')
  return room === 'server' && inside !== undefined && !GROUND.includes(folder!) ? folder : undefined
}

function checkScreens(file: string, target: string, faults: string[], needed: Needed) {
  const [screen, targetScreen] = [screenOf(file), screenOf(target)]
  if (targetScreen === undefined || targetScreen === screen || isSharedByPanel(file, target)) return
  if (!isException(SHARED_FILES, target, needed))
    faults.push(`${file} imports ${target}, another screen's file`)
}

const screenOf = (file: string) => SCREENS.find((folder) => file.startsWith(`${folder}/`))

const isSharedByPanel = (file: string, target: string) =>
  file.startsWith('web/owner/') && screenOf(target) === 'web/owner'

const SQL =
  /\bsql(<[^`]*>)?`|\bstatement<|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bCompiledQuery\.raw\(|\.query(<[^(]*>)?\(\s*['"`]/
const CLOCK = /\bDate\.now\(\)|\bnew Date\(\)|\bTemporal\.Now\b/

function checkText(file: string, faults: string[], needed: Needed) {
  if (file.startsWith('tests/') || file.endsWith('.test.ts')) return
  const text = readFileSync(join(root, file), 'utf8')
  if (text.split('\n').length > MAX_LINES) {
    if (!isException(LONG_FILES, file, needed)) faults.push(`${file} has more than ${MAX_LINES} lines`)
  }
  if (file.startsWith('server/') && SQL.test(text) && !file.endsWith('queries.ts')) {
    if (!isException(SQL_ELSEWHERE, file, needed)) faults.push(`${file} holds SQL, which lives in queries.ts`)
  }
  if (file.startsWith('server/') && CLOCK.test(text) && !isException(CLOCKS, file, needed))
    faults.push(`${file} reads the clock: the time is an argument`)
  const handedOn = text.match(/^export (?!type)(\*|\{[^}]*\}) from/gm) ?? []
  if (handedOn.length > 1) {
    if (!isException(BARRELS, file, needed))
      faults.push(`${file} hands on what others define: import it from its home`)
  }
}

function checkFolders(files: string[], faults: string[], needed: Needed) {
  const counts = new Map<string, number>()
  for (const file of files)
    if (!file.endsWith('.test.ts')) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  for (const [folder, count] of counts) {
    const [, ofPanel] = /^web\/owner\/([^/]+)/.exec(folder) ?? []
    if (ofPanel && !SHARED_BY_PANEL.includes(ofPanel) && !SCREENS.includes(`web/owner/${ofPanel}`))
      faults.push(`web/owner/${ofPanel}: say in scripts/shape.ts whether it is a screen or shared by screens`)
    if (count <= MAX_FILES) continue
    if (!isException(LARGE_FOLDERS, folder, needed))
      faults.push(`${folder} holds ${count} files: more than ${MAX_FILES}`)
  }
}

/**
 * Zod stays out of the browser: web and emails import only types from domain/api, and the rest of domain
 * imports nothing from it.
 */
function checkTypesOnly(file: string, faults: string[]) {
  const [room = ''] = file.split('/')
  if (!['domain', 'web', 'emails'].includes(room) || file.startsWith('domain/api/')) return
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s([^'"]*?)['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g,
  )
  for (const [, words = '', from, dynamic] of found) {
    const target = from ?? dynamic!
    const isOfApi =
      /(^#domain|\/domain|^\.)\/api\//.test(target) && !(room === 'web' && target.startsWith('./'))
    if (target === 'zod' || (isOfApi && (room === 'domain' || !words.startsWith('type '))))
      faults.push(`${file} imports ${target}: types only (import type)`)
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
