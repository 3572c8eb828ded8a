import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualService } from './usual-service.ts'

const [CUT, BEARD, GONE] = [1, 2, 3]
const offered = [{ id: CUT }, { id: BEARD }]
const visit = (service_id: number, status = 'completed') => ({ service_id, status })

for (const [name, history, usual] of [
  ['nobody came yet', [], undefined],
  ['one visit says it', [visit(BEARD)], BEARD],
  ['most often', [visit(BEARD), visit(CUT), visit(CUT)], CUT],
  ['equally often: the later', [visit(BEARD), visit(CUT)], BEARD],
  [
    'what was cancelled says nothing',
    [visit(BEARD, 'cancelled'), visit(BEARD, 'cancelled'), visit(CUT)],
    CUT,
  ],
  ['what is not offered any more', [visit(GONE), visit(GONE), visit(CUT)], CUT],
  ['only what is gone', [visit(GONE)], undefined],
  [
    'long ago is forgotten',
    [...Array.from({ length: 6 }, () => visit(BEARD)), ...Array.from({ length: 20 }, () => visit(CUT))],
    BEARD,
  ],
] as const)
  test(name, () => assert.equal(usualService(history, offered), usual))
