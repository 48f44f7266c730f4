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
export function linkOfPage(url: string, pathOf: (url: string) => string | undefined): string | undefined {
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
