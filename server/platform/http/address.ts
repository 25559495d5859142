import { isIPv6 } from 'node:net'

/**
 * Returns the networks by which a client is counted for rate limits and connection limits, from the narrowest to the
 * widest. An IPv4 client is counted by its address, even if the address is written as IPv6 (RFC 4291, section
 * 2.5.5.2). An IPv6 client is counted by its /64 and its /48. Such a client can use all addresses of its /64, and
 * often of its /48, because many providers give a /48 to one customer.
 */
export function networksOf(address: string): string[] {
  if (!address.includes(':')) return [address]
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return [address]
  const groups = groupsOf(bare)
  return isMapped(groups) ? [dotted(groups.slice(6))] : [prefixOf(groups, 64), prefixOf(groups, 48)]
}

/** Returns the narrowest network by which a client is counted for limits: the IPv4 address, or the IPv6 /64. */
export function addressKey(address: string): string {
  return networksOf(address)[0] ?? address
}

/**
 * Returns the eight groups of 16 bits of an IPv6 address. The class `URL` first converts all notations of the address
 * to the same text.
 */
function groupsOf(address: string): number[] {
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [front = [], back = []] = host.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16))
}

function prefixOf(groups: number[], bits: number): string {
  return `${groups
    .slice(0, bits / 16)
    .map((group) => group.toString(16))
    .join(':')}::/${bits}`
}

function isMapped(groups: number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
}

function dotted(groups: number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.')
}
