import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The operator may allow all `private` addresses; `never` is reachable only through the allow list. */
export type AddressKind = 'public' | 'private' | 'never'

/**
 * Classifies an address by the IANA special-purpose registries (rule D9). Only global unicast is `public`. An IPv6
 * address that embeds an IPv4 address has the class of that one: a translator would deliver to it.
 */
export function judgeAddress(address: string): AddressKind {
  const parsed = parseAddress(address)
  if (parsed === undefined) return 'never'
  const carried = carriedV4(parsed)
  if (carried.length === 0) return kindOf(parsed)
  const kinds = carried.map(kindOf)
  return STRICTEST_FIRST.find((kind) => kinds.includes(kind)) ?? 'never'
}

/** The address in its one canonical text (a mapped IPv4 address is that IPv4 address); other text is unchanged. */
export function canonicalAddress(address: string): string {
  const parsed = parseAddress(address)
  if (parsed === undefined) return address
  return (isV6(parsed) && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed).toString()
}

/** Canonical texts of all addresses that a packet to this address may reach: itself and those it embeds. */
export function hostsBehind(address: string): readonly string[] {
  const parsed = parseAddress(address)
  return [canonicalAddress(address), ...(parsed === undefined ? [] : carriedV4(parsed).map(String))]
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

const STRICTEST_FIRST = ['never', 'private', 'public'] as const

/**
 * The first matching row counts. Without a match an IPv4 address is public, an IPv6 address `never`: little of IPv6 is
 * assigned.
 */
const V4_RANGES = toRanges([
  ['0.0.0.0/8', 'never'], // this network; 0.0.0.0 reaches loopback on Linux
  ['10.0.0.0/8', 'private'],
  ['100.100.100.200/32', 'never'], // metadata service of a large cloud, inside the shared range
  ['100.64.0.0/10', 'private'], // shared (carrier NAT), also used by overlay networks
  ['127.0.0.0/8', 'private'],
  ['168.63.129.16/32', 'never'], // host agent of a large cloud: looks public, answers only inside
  ['169.254.0.0/16', 'never'], // link-local, and with it 169.254.169.254
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'never'], // protocol assignments; the two anycast services in it take no HTTP
  ['192.0.2.0/24', 'never'], // documentation
  ['192.88.99.0/24', 'never'], // former 6to4 relays
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'never'], // benchmarking
  ['198.51.100.0/24', 'never'], // documentation
  ['203.0.113.0/24', 'never'], // documentation
  ['224.0.0.0/4', 'never'], // multicast
  ['240.0.0.0/4', 'never'], // reserved, and broadcast
])
const V6_RANGES = toRanges([
  ['::1/128', 'private'],
  ['fd00:ec2::254/128', 'never'], // metadata services of two large clouds, inside the unique-local range
  ['fd20:ce::254/128', 'never'],
  ['fc00::/7', 'private'],
  ['2001::/23', 'never'], // protocol assignments: benchmarking, ORCHID, anycast services
  ['2001:db8::/32', 'never'], // documentation
  ['3fff::/20', 'never'], // documentation
  ['2000::/3', 'public'],
])

function kindOf(address: Address): AddressKind {
  const [ranges, otherwise] = isV6(address) ? ([V6_RANGES, 'never'] as const) : ([V4_RANGES, 'public'] as const)
  return ranges.find(({ range, bits }) => address.match(range, bits))?.kind ?? otherwise
}

/**
 * Mapped and NAT64 addresses end with the IPv4 address, 6to4 begins with it. Teredo has the address of its server and,
 * inverted, of its client.
 */
const CARRIERS: readonly {
  readonly range: Address
  readonly bits: number
  readonly v4: (bytes: readonly number[]) => readonly number[][]
}[] = [
  { ...toRange('::ffff:0:0/96'), v4: (bytes) => [bytes.slice(12)] },
  { ...toRange('64:ff9b::/96'), v4: (bytes) => [bytes.slice(12)] },
  { ...toRange('2002::/16'), v4: (bytes) => [bytes.slice(2, 6)] },
  { ...toRange('2001::/32'), v4: (bytes) => [bytes.slice(4, 8), bytes.slice(12).map((byte) => byte ^ 0xff)] },
]

function carriedV4(address: Address): readonly ipaddr.IPv4[] {
  if (!isV6(address)) return []
  const carrier = CARRIERS.find(({ range, bits }) => address.match(range, bits))
  return (carrier?.v4(address.toByteArray()) ?? []).map((octets) => new ipaddr.IPv4(octets))
}

/** Rejects the octal, hexadecimal and short forms that ipaddr.js accepts; a parsed address has none of them. */
function parseAddress(address: string): Address | undefined {
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address)
}

function isV6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6'
}

function toRanges(rows: readonly (readonly [cidr: string, kind: AddressKind])[]) {
  return rows.map(([cidr, kind]) => ({ ...toRange(cidr), kind }))
}

function toRange(cidr: string): { range: Address; bits: number } {
  const [range, bits] = ipaddr.parseCIDR(cidr)
  return { range, bits }
}
