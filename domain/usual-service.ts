/** What a client comes for. */

interface Visit {
  service_id: number
  status: string
}

/** Long ago says little about today. */
const LATEST = 10

/**
 * What a client came for most of the last times, cancelled ones apart; of what came equally often the later. One visit says it too.
 * @param history from the latest
 * @param offered the services there still are
 */
export function usualService(
  history: readonly Visit[],
  offered: readonly { id: number }[],
): number | undefined {
  const times = new Map<number, number>()
  const came = history.filter(
    ({ service_id, status }) => status !== 'cancelled' && offered.some(({ id }) => id === service_id),
  )
  for (const { service_id } of came.slice(0, LATEST)) times.set(service_id, (times.get(service_id) ?? 0) + 1)
  // The first of the most is the latest: a map keeps the order.
  const most = Math.max(...times.values())
  return [...times].find(([, count]) => count === most)?.[0]
}
