import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeTimesText, nearestStarts, slotGroups, slotStep } from './slots.ts'

test('the step', () => {
  const steps: [number, number | undefined, number][] = [
    [60, undefined, 30],
    [30, undefined, 30],
    [29, undefined, 15],
    [15, undefined, 15],
    [15, 10, 10],
    [15, 60, 15],
    [60, 45, 45],
  ]
  for (const [duration, interval, step] of steps) assert.equal(slotStep(duration, interval), step)
})

test('the nearest free starts, in order', () => {
  const day = (date: string, ...times: string[]) => times.map((t) => ({ date, time: t }))
  const free = [
    ...day('2026-11-20', '09:00', '14:30', '15:00', '16:00', '17:00'),
    ...day('2026-11-21', '09:00'),
  ]
  const near = (wanted: { date: string; time: string }, n?: number) =>
    nearestStarts(free, wanted, n).map((s) => `${s.date.slice(8)} ${s.time}`)
  assert.deepEqual(near({ date: '2026-11-20', time: '15:30' }), [
    '20 14:30',
    '20 15:00',
    '20 16:00',
    '20 17:00',
  ])
  assert.deepEqual(near({ date: '2026-11-20', time: '15:30' }, 1), ['20 15:00'])
  assert.deepEqual(near({ date: '2026-11-21', time: '08:00' }, 2), ['20 17:00', '21 09:00'])
  assert.deepEqual(nearestStarts([], { date: '2026-11-20', time: '15:30' }), [])
})

test('times under their headings', () => {
  assert.deepEqual(slotGroups(['09:00', '11:45', '12:00', '18:00', '18:15', '18:30']), [
    { label: 'Mañana', times: ['09:00', '11:45'] },
    { label: 'Tarde', times: ['12:00', '18:00', '18:15'] },
    { label: 'Noche', times: ['18:30'] },
  ])
  assert.deepEqual(slotGroups([]), [])
})

test('free times, counted in words', () => {
  assert.equal(freeTimesText(['09:00']), '1 horario libre')
  assert.equal(freeTimesText(['09:00', '09:30']), '2 horarios libres')
})
