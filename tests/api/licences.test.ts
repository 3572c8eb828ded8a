import assert from 'node:assert/strict'
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
