/** The greetings, each with the hour at which it ends. */
export const GREETINGS: [until: number, greeting: string][] = [
  [12, 'Buenos días'],
  [19, 'Buenas tardes'],
  [24, 'Buenas noches'],
]

/** @param minute of the day, 0 to 1439 */
export const greetingAt = (minute: number): string => GREETINGS.find(([until]) => minute < until * 60)![1]
