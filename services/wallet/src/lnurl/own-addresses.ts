import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { allowKey, hostOf, parseAllowList } from '@satchel/outbound/destination-rules'
import type { Pages } from '@satchel/lnurl/find-payable'
import type { Addresses } from '../config/addresses.ts'
import { linkOfPage } from './own-pages.ts'

/** The addresses of this installation. */
export interface OwnAddresses extends Pages {
  /** The path of a URL below the base of the service, without its query; undefined = not our URL. */
  pathOf(url: string): string | undefined
  /** Hosts of former public URLs. Requests for them may arrive, but their URLs may lead to another service now. */
  readonly formerHosts: readonly string[]
}

export interface Place extends Addresses {
  /** Every public URL that was in force at a start. */
  readonly recorded: readonly string[]
  /** SERVICE_OUTBOUND_ALLOW: `host:port` of other programs. */
  readonly allow: readonly string[]
}

/**
 * URLs are ours below the addresses that the operator names: the public URL, SERVICE_DOMAINS and SERVICE_FORMER_URLS. A
 * recorded URL that the operator does not name may have been a typing error, or its host may have another owner now. It
 * counts only where no other owner is possible: a hidden service, and this machine, unless the operator names another
 * program at that port.
 */
export function createOwnAddresses({ publicUrl, domains, formerUrls, recorded, allow }: Place): OwnAddresses {
  const otherPrograms = parseAllowList(allow)
  const isSafe = (url: URL): boolean =>
    plainHttpHost(url.hostname) && !otherPrograms.has(allowKey(hostOf(url), portOf(url)))
  const toUrl = (text: string): URL => new URL(text)
  const [named, former] = [formerUrls.map(toUrl), recorded.map(toUrl)]
  const bases = [toUrl(publicUrl), ...named, ...former.filter(isSafe)]
  const pathOf = (url: string): string | undefined => {
    if (!URL.canParse(url)) return undefined
    const { host, pathname } = new URL(url)
    // If a base has a path, only addresses below it belong to this service.
    const prefixes = bases.filter((base) => base.host === host).map((base) => base.pathname.replace(/\/+$/, ''))
    if (prefixes.length === 0 && domains.includes(host)) prefixes.push('')
    const prefix = longestFirst(prefixes).find((one) => pathname.startsWith(`${one}/`))
    return prefix === undefined ? undefined : pathname.slice(prefix.length)
  }
  return {
    pathOf,
    linkOf: (url) => linkOfPage(url, pathOf),
    formerHosts: [...new Set([...named, ...former].map(({ host }) => host))].filter((host) => host !== domains[0]),
  }
}

const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

const longestFirst = (texts: readonly string[]): string[] => texts.toSorted((one, other) => other.length - one.length)
