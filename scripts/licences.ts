/** `npm run licences`: the packages that the product ships with, and their licences, from the lock file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that let the product be used and passed on as it is; a library under LGPL or MPL stays as it came. */
const TAKEN = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
])

interface Locked {
  version: string
  license?: string
  dev?: boolean
}

export interface Shipped {
  name: string
  version: string
  licence: string
  /** Whether each of its licences is one that we take. */
  isTaken: boolean
}

/** Every package of the lock file that is not for development alone. */
export function shippedPackages(): Shipped[] {
  const lock = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> }
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license = 'unknown' }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      licence: license,
      isTaken: license.split(' AND ').every((one) => TAKEN.has(one)),
    }))
}

if (import.meta.main) {
  const packages = shippedPackages()
  for (const { name, version, licence, isTaken } of packages)
    console.log(`${isTaken ? ' ' : '✖'} ${licence.padEnd(20)} ${name} ${version}`)
  const refused = packages.filter(({ isTaken }) => !isTaken)
  console.log(`\n${packages.length} packages, ${refused.length} with a licence that is not on the list`)
  process.exit(refused.length === 0 ? 0 : 1)
}
