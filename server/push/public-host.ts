import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { isLocalHost } from '../settings/local-host.ts'

// Besides those of local-host.ts: what is not on the internet, or leads back to an address of the own network.
const NOT_PUBLIC = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  NOT_PUBLIC.addSubnet(net, bits, 'ipv6')

/** An IPv4 address in the form of an IPv6 one; no name has such. */
const isMapped = (address: string) =>
  isIPv6(address) && (URL.parse(`http://[${address}]`)?.hostname.startsWith('[::ffff:') ?? true)

/** Whether an address is one of the internet. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 &&
  !isMapped(address) &&
  !isLocalHost(address) &&
  !NOT_PUBLIC.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * Whether a browser may name this as its push service: on the internet, by name, encrypted. `standIn` is the origin
 * that tests and development use instead.
 */
export function isPushService(endpoint: string, standIn: string | undefined): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (standIn !== undefined) return url.origin === standIn
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return url.protocol === 'https:' && url.port === '' && isIP(host) === 0 && !isLocalHost(host)
}

/** Finds the addresses of a host, and refuses it if one of them is not public: a name may lead anywhere. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error('no address'), '', 0)
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error('not an address of the internet'), '', 0)
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
