import { read } from '../read.ts'

/** Who did what, the latest first; of one day, if one is given. */
export const activityQuery = (query: { limit: number; date?: string }) =>
  read('/api/activity', ({ success: _, ...answer }) => answer, { query })
