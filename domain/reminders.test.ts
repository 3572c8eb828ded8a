import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditBanner, creditsOf, nextCredit, packageText } from './credits.ts'
import { reminderExpires, reminderMoments, reminderReason } from './reminders.ts'

const HOUR = 3_600_000

test('reminders, in hours before the start', () => {
  const cases: [choice: number, bookedHoursBefore: number, sent: string][] = [
    [24, 100, 'advance-24 two_hours-2'],
    [12, 100, 'advance-12 two_hours-2'],
    [24, 24, 'two_hours-2'],
    [24, 24.01, 'advance-24 two_hours-2'],
    [24, 20, 'two_hours-2'],
    [12, 2, ''],
    [24, 1, ''],
  ]
  const start = Date.parse('2026-11-20T20:30Z')
  for (const [reminder_hours, before, sent] of cases) {
    const moments = reminderMoments({
      starts_at_ms: start,
      reminder_hours,
      booked_at_ms: start - before * HOUR,
    })
    assert.equal(moments.map(({ kind, due_ms }) => `${kind}-${(start - due_ms) / HOUR}`).join(' '), sent)
  }
})

test('credits: free ones first, then paid, then none', () => {
  assert.deepEqual(creditsOf(30, 100), { free_credits: 30, paid_credits: 100, total_credits: 130 })
  assert.deepEqual(creditsOf(-1, 5), { free_credits: 0, paid_credits: 5, total_credits: 5 })
  assert.equal(nextCredit(creditsOf(1, 1)), 'free')
  assert.equal(nextCredit(creditsOf(0, 1)), 'paid')
  assert.equal(nextCredit(creditsOf(0, 0)), undefined)
  assert.equal(packageText(), '100 mensajes por $ 20.000')
})

test('the banner: red at 0, warning at 10 or fewer', () => {
  const cases: [number, string][] = [
    [0, 'danger'],
    [1, 'warning'],
    [10, 'warning'],
    [11, 'none'],
    [130, 'none'],
  ]
  for (const [total, banner] of cases) assert.equal(creditBanner(total), banner)
})

test('a late reminder: the first one until the extra one is due, that one until the appointment begins', () => {
  const start = Date.parse('2026-11-20T20:30Z')
  assert.equal(reminderExpires('advance', start), start - 2 * HOUR)
  assert.equal(reminderExpires('two_hours', start), start)
})

test('what became of a reminder, for the owner', () => {
  const cases: [Parameters<typeof reminderReason>, RegExp | null][] = [
    [['sent', null], null],
    [['sent', 'no answer, may not have arrived'], /no lo confirmó/],
    [['skipped', 'no_credit'], /No quedaban mensajes/],
    [['skipped', 'cancelled'], /se canceló/],
    [['skipped', 'a reason of another version'], /^No se envió$/],
    [['failed', '550 no such user'], /revisa la dirección/],
    [['queued', 'try later'], null],
  ]
  for (const [[state, note], reason] of cases) {
    const text = reminderReason(state, note)
    if (reason) assert.match(text ?? '', reason)
    else assert.equal(text, null)
  }
})
