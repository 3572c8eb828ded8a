import { read } from '../read.ts'

/** Who did what, the latest first; of one person and one day, if they are given. */
export const activityQuery = (query: { limit: number; date?: string; user_id?: number }) =>
  read('/api/activity', ({ success: _, ...answer }) => answer, { query })
