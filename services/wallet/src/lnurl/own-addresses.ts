import type { Pages } from '@satchel/lnurl/find-payable'
import { plainHttpHost } from '@satchel/lnurl/plain-http-host'
import { allowKey, hostOf, parseAllowList } from '@satchel/outbound/destination-rules'
import type { Addresses } from '../config/addresses.ts'

/** The addresses of this installation. */
export interface OwnAddresses extends Pages {
  /** The path of a URL below the base of the service, without its query; undefined = not our URL. */
  pathOf(url: string): string | undefined
  /** Hosts of former public URLs. Requests for them may arrive, but their URLs may belong to another service now. */
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

/** Pages of this installation that show an LNURL, and where it leads. Names in braces stand for the same segments. */
const PAGES: readonly (readonly [page: string, link: string])[] = [
  ['/lnurlp/p/{id}', '/lnurlp/lnurl/{id}'],
  ['/withdraw/p/{id}', '/withdraw/lnurl/{id}'],
  ['/fossa/p/{id}', '/fossa/lnurl/{id}'],
  ['/copilot/p/{id}', '/copilot/lnurl/{id}'],
  ['/offlineshop/p/{id}', '/offlineshop/lnurl/{id}'],
  ['/tpos/p/{till}/cash-out/{id}', '/tpos/lnurl/{id}'],
  // Pages that LNbits had at other addresses.
  ['/lnurlp/link/{id}', '/lnurlp/lnurl/{id}'],
  ['/lnurlp/print/{id}', '/lnurlp/lnurl/{id}'],
  ['/withdraw/{id}', '/withdraw/lnurl/{id}'],
]

/** The parameter that belongs to the code: the print of a cash machine. */
const KEPT = 'p'

/** Not after another slash: the time stays linear in what people paste. */
const END = /(?<!\/)\/+$/

/** The URL of the LNURL that this page shows; undefined: it shows none. `pathOf`: as in OwnAddresses. */
function linkOfPage(url: string, pathOf: (url: string) => string | undefined): string | undefined {
  const path = pathOf(url)?.replace(END, '')
  if (path === undefined) return undefined
  for (const [page, link] of PAGES) {
    const named = new RegExp(`^${page.replaceAll(/{(\w+)}/g, '(?<$1>[^/]+)')}$`).exec(path)
    if (named === null) continue
    const target = new URL(url)
    const print = target.searchParams.get(KEPT)
    const base = target.pathname.replace(END, '').slice(0, -path.length)
    target.pathname = base + link.replace('{id}', named.groups?.['id'] ?? '')
    target.search = print === null ? '' : new URLSearchParams({ [KEPT]: print }).toString()
    target.hash = ''
    return target.href
  }
  return undefined
}
