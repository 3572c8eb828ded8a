import { BlockList, isIP, isIPv6 } from 'node:net'

const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['0.0.0.0', 32],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::1', 128],
  ['::', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const bare = (hostname: string) => hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '')
const isIn = (list: BlockList, address: string) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether this name or address means the machine itself: 'localhost', '127.0.0.1', '[::1]'. */
export function isLoopback(hostname: string): boolean {
  const host = bare(hostname)
  return isIP(host) ? isIn(LOOPBACK, host) : host === 'localhost' || host.endsWith('.localhost')
}

/**
 * Whether this name or address can only be reached from the machine or its own network: a private address,
 * 'salon.local', a name without a dot.
 */
export function isLocalHost(hostname: string): boolean {
  const host = bare(hostname)
  if (isIP(host)) return isIn(PRIVATE, host)
  return !host.includes('.') || /\.(localhost|local|test|lan|internal|home\.arpa)$/.test(host)
}
