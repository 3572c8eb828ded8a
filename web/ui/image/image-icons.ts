/** Line icons (as in icons.ts) for pictures and their placeholders. */
export { plus } from '../icons-panel.ts'
export const minus = 'M5 12h14'
export const camera =
  'M14.5 4h-5L7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-3zM9 13a3 3 0 1 0 6 0 3 3 0 1 0-6 0'
