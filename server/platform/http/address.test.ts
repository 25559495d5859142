import { expect, test } from 'vitest'
import { addressKey, networksOf } from './address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:ffff:192.0.2.1', '1:ffff:192.0.2.1'],
  ['', ''],
  ['unknown', 'unknown'],
])('the address %j is counted as %j', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['::ffff:192.0.2.1', ['192.0.2.1']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['unknown', ['unknown']],
])('the address %j belongs to the networks %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})
