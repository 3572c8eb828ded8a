import { DATA_ONLY } from '../../alone/names.ts'
import type { BookingData } from './types.ts'

/** What the page would show if it were opened now; nothing when that cannot be had. */
export async function anew(): Promise<BookingData | undefined> {
  try {
    const address = new URL(location.href)
    address.searchParams.set(DATA_ONLY, '')
    const response = await fetch(address)
    return response.ok ? ((await response.json()) as BookingData) : undefined
  } catch {
    return undefined
  }
}
