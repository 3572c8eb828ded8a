/** Formats a number as Colombians write it: 1204.5 → '1.204,5', with one decimal at most. */
export function decimal(value: number): string {
  const [whole = '0', rest] = String(Math.round(value * 10) / 10).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return rest ? `${grouped},${rest}` : grouped
}

/** (1, 'cita') → '1 cita'; (1284, 'cita') → '1.284 citas' */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${decimal(count)} ${count === 1 ? one : many}`
