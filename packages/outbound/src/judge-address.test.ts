import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AddressKind, canonicalAddress, hostsBehind, judgeAddress } from './judge-address.ts'

/** The rows of the IANA IPv4 registry that are not globally reachable, and multicast; as first and last address. */
const SPECIAL_V4: readonly (readonly [first: string, last: string, kind: AddressKind])[] = [
  ['0.0.0.0', '0.255.255.255', 'never'],
  ['10.0.0.0', '10.255.255.255', 'private'],
  ['100.64.0.0', '100.100.100.199', 'private'],
  ['100.100.100.200', '100.100.100.200', 'never'],
  ['100.100.100.201', '100.127.255.255', 'private'],
  ['127.0.0.0', '127.255.255.255', 'private'],
  ['168.63.129.16', '168.63.129.16', 'never'],
  ['169.254.0.0', '169.254.255.255', 'never'],
  ['172.16.0.0', '172.31.255.255', 'private'],
  ['192.0.0.0', '192.0.0.255', 'never'],
  ['192.0.2.0', '192.0.2.255', 'never'],
  ['192.88.99.0', '192.88.99.255', 'never'],
  ['192.168.0.0', '192.168.255.255', 'private'],
  ['198.18.0.0', '198.19.255.255', 'never'],
  ['198.51.100.0', '198.51.100.255', 'never'],
  ['203.0.113.0', '203.0.113.255', 'never'],
  ['224.0.0.0', '255.255.255.255', 'never'],
]

/** The IPv6 registry likewise, with everything outside 2000::/3; translated forms have their own tests. */
const SPECIAL_V6: readonly (readonly [first: string, last: string, kind: AddressKind])[] = [
  ['::', '::', 'never'],
  ['::1', '::1', 'private'],
  ['::2', '::fffe:ffff:ffff', 'never'],
  ['::1:0:0:0', '64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff', 'never'],
  ['64:ff9b::1:0:0', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'never'],
  ['2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'never'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'never'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'never'],
  ['4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'never'],
  ['fc00::', 'fd00:ec2::253', 'private'],
  ['fd00:ec2::254', 'fd00:ec2::254', 'never'],
  ['fd00:ec2::255', 'fd20:ce::253', 'private'],
  ['fd20:ce::254', 'fd20:ce::254', 'never'],
  ['fd20:ce::255', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['fe00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'never'],
]

test.each(SPECIAL_V4)('every IPv4 address from %s to %s is %s', (first, last, kind) => {
  expect([first, last].map(judgeAddress)).toEqual([kind, kind])
  fc.assert(fc.property(fc.bigInt(v4(first), v4(last)), (address) => judgeAddress(v4Text(address)) === kind))
})

test('every other IPv4 address is public', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 32n - 1n), (address) => {
      const special = SPECIAL_V4.find(([first, last]) => v4(first) <= address && address <= v4(last))
      return judgeAddress(v4Text(address)) === (special?.[2] ?? 'public')
    }),
    { numRuns: 1000 },
  )
})

test('the neighbours of the special IPv4 ranges are public', () => {
  const special = new Set(SPECIAL_V4.flatMap(([first, last]) => [v4(first), v4(last)]))
  const neighbours = SPECIAL_V4.flatMap(([first, last]) => [v4(first) - 1n, v4(last) + 1n]).filter(
    (address) => address >= 0n && address < 2n ** 32n && !special.has(address),
  )
  expect(neighbours).toHaveLength(28)
  expect(neighbours.map(v4Text).filter((address) => judgeAddress(address) !== 'public')).toEqual([])
})

test.each(SPECIAL_V6)('every IPv6 address from %s to %s is %s', (first, last, kind) => {
  expect([first, last].map(judgeAddress)).toEqual([kind, kind])
  fc.assert(fc.property(fc.bigInt(v6(first), v6(last)), (address) => judgeAddress(v6Text(address)) === kind))
})

test.each([
  '2000::',
  '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:200::',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2003::',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82a::200e',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff:1000::',
])('%s is public', (address) => {
  expect(judgeAddress(address)).toBe('public')
})

const anyV4 = fc.oneof(
  fc.bigInt(0n, 2n ** 32n - 1n),
  fc.constantFrom(...SPECIAL_V4.flatMap(([first, last]) => [v4(first), v4(last)])),
)
const MAPPED = 0xffffn << 32n
const NAT64 = 0x64_ff9bn << 96n
const SIX_TO_FOUR = 0x2002n << 112n
const TEREDO = 0x2001n << 112n

test('an IPv4 address in a mapped or NAT64 form is judged as the IPv4 address', () => {
  fc.assert(
    fc.property(anyV4, fc.constantFrom(MAPPED, NAT64), (address, prefix) => {
      expect(judgeAddress(v6Text(prefix | address))).toBe(judgeAddress(v4Text(address)))
    }),
    { numRuns: 500 },
  )
})

test('a 6to4 address is judged by its IPv4 address alone', () => {
  fc.assert(
    fc.property(anyV4, fc.bigInt(0n, 2n ** 80n - 1n), (address, rest) => {
      expect(judgeAddress(v6Text(SIX_TO_FOUR | (address << 80n) | rest))).toBe(judgeAddress(v4Text(address)))
    }),
  )
})

test('a Teredo address is public only when its server and its inverted client are', () => {
  const strictness: readonly AddressKind[] = ['public', 'private', 'never']
  fc.assert(
    fc.property(anyV4, anyV4, fc.bigInt(0n, 2n ** 32n - 1n), (server, client, between) => {
      const teredo = TEREDO | (server << 64n) | (between << 32n) | (client ^ 0xffff_ffffn)
      const parts = [server, client].map((address) => strictness.indexOf(judgeAddress(v4Text(address))))
      expect(judgeAddress(v6Text(teredo))).toBe(strictness[Math.max(...parts)])
    }),
    { numRuns: 300 },
  )
})

test.each([
  '',
  'localhost',
  '127.1',
  '0177.0.0.1',
  '2130706433',
  '0x7f000001',
  '8.8.8.8 ',
  '8.8.8.8%lo',
  '2606:4700::1%eth0',
  '::1%lo',
  'fe80::1%1',
  '[::1]',
  '8.8.8',
  '08.8.8.8',
])('"%s" is not an address in its usual form, and never accepted', (address) => {
  expect(judgeAddress(address)).toBe('never')
})

test('one address has one canonical text', () => {
  expect(['::ffff:7f00:1', '::FFFF:127.0.0.1', '127.0.0.1'].map(canonicalAddress)).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '127.0.0.1',
  ])
  expect(['0:0::1', '2A00:0:0:0:0:0:0:1', 'no address'].map(canonicalAddress)).toEqual(['::1', '2a00::1', 'no address'])
})

test('a translated address leads to the host that it embeds', () => {
  expect(hostsBehind('64:ff9b::808:808')).toEqual(['64:ff9b::808:808', '8.8.8.8'])
  expect(hostsBehind('2002:808:808::1')).toContain('8.8.8.8')
  expect(hostsBehind('8.8.8.8')).toEqual(['8.8.8.8'])
})

function v4(text: string): bigint {
  return text.split('.').reduce((value, octet) => value * 256n + BigInt(octet), 0n)
}

function v4Text(address: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.')
}

function v6(text: string): bigint {
  const [head = '', tail] = text.split('::')
  const groups = (part: string | undefined) => (part === undefined || part === '' ? [] : part.split(':'))
  const zeros = new Array<string>(8 - groups(head).length - groups(tail).length).fill('0')
  return [...groups(head), ...zeros, ...groups(tail)].reduce(
    (value, group) => value * 65_536n + BigInt(`0x${group}`),
    0n,
  )
}

function v6Text(address: bigint): string {
  return Array.from({ length: 8 }, (_, at) => ((address >> BigInt(112 - 16 * at)) & 0xffffn).toString(16)).join(':')
}
