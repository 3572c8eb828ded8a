import { isIPv4, isIPv6 } from 'node:net'

/** Some proxies write the port beside the address, which is another one with each connection. */
const withoutPort = (address: string) =>
  address.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/**
 * The network to which an address is counted: an IPv4 address itself, also when it is written as an IPv6 one;
 * of an IPv6 address the first 64 bits, since every household has that many addresses. A connection that is gone has none,
 * and neither has what a proxy calls an address and is none: all of that is one network.
 */
export const networkOf = (address: string | undefined): string => prefixOf(address, 64)

/**
 * The same, but of an IPv6 address the first 48 bits: as much as a provider gives one customer at most, who has 65,536 networks then.
 * For what counts people rather than what they do, and for places in lines that all wait in. Also of
 * what `networkOf` gave.
 */
export const siteOf = (address: string | undefined): string => prefixOf(address, 48)

function prefixOf(address: string | undefined, bits: 48 | 64): string {
  const [plain = ''] = withoutPort(address ?? '').split(/[%/]/)
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : ''
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(gap).fill('0'), ...last]
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (!isMapped) return `${groups.slice(0, bits / 16).join(':')}::/${bits}`
  const [high, low] = groups.slice(6).map((group) => parseInt(group, 16)) as [number, number]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
