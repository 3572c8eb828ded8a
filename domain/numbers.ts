/** Formats a number as Colombians write it: 1204.5 → '1.204,5', with one decimal at most. */
export function decimal(value: number): string {
  const [whole = '0', rest] = String(Math.round(value * 10) / 10).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return rest ? `${grouped},${rest}` : grouped
}

/** (1, 'cita') → '1 cita'; (1284, 'cita') → '1.284 citas' */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${decimal(count)} ${count === 1 ? one : many}`

/** '2 horas', '1 día', '90 minutos': in the largest unit that is exact. */
export function spanText(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0) return counted(minutes / 1440, 'día', 'días')
  if (minutes > 0 && minutes % 60 === 0) return counted(minutes / 60, 'hora', 'horas')
  return counted(minutes, 'minuto', 'minutos')
}
