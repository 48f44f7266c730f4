import { networkInterfaces } from 'node:os'
import { hostsBehind, judgeAddress } from './judge-address.ts'

/** The operator's rules for the destinations of URLs that users set (rule S602). */
export interface DestinationRules {
  /** True allows private and loopback addresses and our own listeners, nothing else. */
  readonly allowPrivate: boolean
  /** `host:port` as in the URL. Such a host may be reached at any address, over http, too. */
  readonly allow: readonly string[]
  /** Where this service listens; `0.0.0.0` and `::` mean every address of the machine. */
  readonly ownAddresses?: (() => readonly OwnAddress[]) | undefined
}

export interface OwnAddress {
  readonly address: string
  readonly port: number
}

export type DestinationProblem = 'address' | 'own_address'

/** Returns why an address must not be connected to; `undefined` = it may. The allow list overrides this. */
export function judgeDestination(
  address: string,
  port: number,
  rules: DestinationRules,
): DestinationProblem | undefined {
  const kind = judgeAddress(address)
  if (kind === 'never') return 'address'
  if (rules.allowPrivate) return undefined
  if (kind === 'private') return 'address'
  return isOwn(address, port, rules.ownAddresses?.() ?? []) ? 'own_address' : undefined
}

/** Throws on an invalid entry: ignoring it would be noticed only when a delivery fails. */
export function parseAllowList(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.map(parseAllowEntry))
}

/** The form of a host in the allow list: as the URL parser writes it. */
export function allowKey(host: string, port: number): string {
  return `${host}:${port}`
}

function isOwn(address: string, port: number, own: readonly OwnAddress[]): boolean {
  const listening = own.filter((listener) => listener.port === port)
  if (listening.length === 0) return false
  const ours = new Set(
    listening
      .flatMap((listener) => (isWildcard(listener.address) ? machineAddresses() : [listener.address]))
      .flatMap(hostsBehind),
  )
  return hostsBehind(address).some((host) => ours.has(host))
}

function isWildcard(address: string): boolean {
  return hostsBehind(address).some((host) => host === '0.0.0.0' || host === '::')
}

function machineAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address))
}

function parseAllowEntry(entry: string): string {
  const port = Number(/^[^/?#@\\]+:(\d{1,5})$/.exec(entry)?.[1])
  const url = `http://${entry}/`
  if (!(port >= 1 && port <= 65_535) || !URL.canParse(url)) throw new Error(`"${entry}" is not host:port.`)
  return allowKey(hostOf(new URL(url)), port)
}

/** Without the brackets of IPv6 and without the dot that marks a complete name: both name the same host. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '')
}
