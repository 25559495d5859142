import { isIPv6 } from 'node:net'

/**
 * What a visitor's address is counted by. IPv4: the address, also where it is written as IPv6 (RFC 4291, section
 * 2.5.5.2). IPv6: its first 64 bits, since whoever has one address has all others that begin so.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  return isMapped(groups) ? dotted(groups.slice(6)) : `${groups.slice(0, 4).map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight groups of 16 bits. A URL's host has one form only, whichever way the address was written. */
function groupsOf(address: string): number[] {
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [front = [], back = []] = host.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16))
}

function isMapped(groups: number[]): boolean {
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
}

function dotted(groups: number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.')
}
