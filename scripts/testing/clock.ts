/**
 * Runs all tests at another date and time: `TEST_NOW=2026-12-31T23:55-05:00 npm test`. Every process of the
 * run loads this file first; its clock then runs as usual, but shifted forwards or backwards. Browsers run
 * `moveClock` in each page, and PostgreSQL gets functions of the same effect: see cluster.ts.
 */

/** The shift of the run's clock in milliseconds; positive is ahead. */
export const aheadMs = () => Number(process.env.TEST_CLOCK_AHEAD ?? 0)

/** Sets the clock of the processes that this one starts. @throws Error when TEST_NOW is not an instant. */
export function setTestClock() {
  const testNow = process.env.TEST_NOW
  if (!testNow) return
  const at = Temporal.Instant.from(testNow).epochMilliseconds
  process.env.TEST_CLOCK_AHEAD = String(at - Date.now())
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`.trim()
}

/**
 * Shifts the present time of this process or page. It has no dependencies, because its source is also sent
 * to browsers.
 */
export function moveClock(aheadMs: number) {
  const Real = Date
  const now = () => Real.now() + aheadMs
  globalThis.Date = new Proxy(Real, {
    get: (real, key) => (key === 'now' ? now : Reflect.get(real, key)),
    apply: () => new Real(now()).toString(),
    construct: (real, args, of) => Reflect.construct(real, args.length === 0 ? [now()] : args, of) as Date,
  })
  Real.prototype.constructor = Date
  if (!('Temporal' in globalThis)) return
  const instant = () => Temporal.Instant.fromEpochMilliseconds(now())
  const here = (zone: Temporal.TimeZoneLike = Temporal.Now.timeZoneId()) => instant().toZonedDateTimeISO(zone)
  Object.assign(Temporal.Now, {
    instant,
    zonedDateTimeISO: here,
    plainDateTimeISO: (zone?: Temporal.TimeZoneLike) => here(zone).toPlainDateTime(),
    plainDateISO: (zone?: Temporal.TimeZoneLike) => here(zone).toPlainDate(),
    plainTimeISO: (zone?: Temporal.TimeZoneLike) => here(zone).toPlainTime(),
  })
}

if (aheadMs() !== 0) moveClock(aheadMs())
