import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { shippedPackages } from '../../scripts/licences.ts'

test('every package that is shipped has a licence that we take', () => {
  const packages = shippedPackages()
  assert.ok(packages.length > 50)
  assert.deepEqual(
    packages.filter(({ isTaken }) => !isTaken),
    [],
  )
})

interface Locked {
  integrity?: string
  resolved?: string
  deprecated?: string
  link?: boolean
}

test('every part has a checksum and one version, comes from a registry, and is not given up by its makers', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'))
  const parts = Object.entries(read('package-lock.json').packages as Record<string, Locked>).slice(1)
  assert.ok(parts.length > 200)
  const wrong = parts.filter(
    ([, { integrity, resolved, deprecated, link }]) =>
      !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ||
      (resolved !== undefined && !/^https:\/\/[^/]+\/.+\.tgz$/.test(resolved)) ||
      deprecated !== undefined ||
      link,
  )
  assert.deepEqual(wrong, [])
  const { dependencies, devDependencies, optionalDependencies } = read('package.json')
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version as string),
  )
  assert.deepEqual(ranges, [])
})
