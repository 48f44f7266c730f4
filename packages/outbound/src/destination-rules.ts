import { networkInterfaces } from 'node:os'
import { hostsBehind, judgeAddress } from './judge-address.ts'

/** What the operator decided about where user-named URLs may lead (rule S602). */
export interface DestinationRules {
  /** True lets private and loopback addresses through, and our own listeners; nothing else. */
  readonly allowPrivate: boolean
  /** `host:port` as it stands in the URL; whatever address such a host has, it may be reached, over http too. */
  readonly allow: readonly string[]
  /** Where this service listens; `0.0.0.0` and `::` mean every address of the machine. */
  readonly ownAddresses?: (() => readonly OwnAddress[]) | undefined
}

export interface OwnAddress {
  readonly address: string
  readonly port: number
}

export type DestinationProblem = 'address' | 'own_address'

/** Says whether an address may be connected to; `undefined` is yes. The allow list stands above this. */
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

/** A wrong entry throws: an allow list that silently allows less is found out too late. */
export function parseAllowList(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.map(parseAllowEntry))
}

/** The form in which the allow list keeps and looks up a host: as the URL parser writes it. */
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
