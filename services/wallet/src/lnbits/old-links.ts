import { findPayable } from '@satchel/lnurl/find-payable'
import { LnurlError } from '@satchel/lnurl/lnurl-error'
import { withDashes } from '../base/ids.ts'
import { OLD_RELAY, OWN_RELAY_PATH } from '../config/nostr.ts'

/**
 * The URLs of LNbits' extensions that are printed, written to chips or stored by programs, and the routes of ours that
 * answer them. A request is rewritten before it is routed, because some wallets do not follow redirects; so each old
 * URL has the access rule and the limits of its route. None of them is a route of ours; if one has the form of an
 * item's URL, no item has such an id.
 */
export const OLD_LINKS: readonly OldLink[] = [
  // Pay links.
  ['GET /lnurlp/{id}', '/lnurlp/lnurl/{id}'],
  ['GET /lnurlp/api/v1/lnurl/{id}', '/lnurlp/lnurl/{id}'],
  ['GET /lnurlp/api/v1/lnurl/cb/{id}', '/lnurlp/lnurl/{id}/cb'],
  ['GET /lnurlp/link/{id}', '/lnurlp/p/{id}'],
  ['GET /lnurlp/print/{id}', '/lnurlp/p/{id}'],
  ['GET /lnurlp/api/v1/links/public/{id}', '/lnurlp/public/{id}'],
  // Vouchers.
  ['GET /withdraw/{id}', '/withdraw/p/{id}'],
  ['GET /withdraw/api/v1/lnurl/{hash}', '/withdraw/lnurl/{hash}'],
  ['GET /withdraw/api/v1/lnurl/cb/{hash}', '/withdraw/lnurl/{hash}/cb'],
  ['GET /withdraw/api/v1/lnurl/{hash}/{code}', '/withdraw/lnurl/{hash}/{code}'],
  // Shops and overlays, whose offers wallets may have kept.
  ['GET /offlineshop/lnurl/cb/{item}', '/offlineshop/lnurl/{item}/cb'],
  ['GET /copilot/lnurl/cb/{id}', '/copilot/lnurl/{id}/cb'],
  // Overlays by their id; without one it was known to the browser alone.
  ['GET /copilot/cp/{id}', '/copilot/overlay/{id}'],
  ['GET /copilot/pn/{id}', '/copilot/panel/{id}'],
  ['GET /copilot/chat/{id}', '/copilot/overlay/{id}'],
  // Tills: an installed page stays below its own address.
  ['GET /tpos/{id}', '/tpos/p/{id}'],
  ['POST /tpos/api/v1/tposs/{id}/invoices', '/tpos/tposs/{id}/invoices'],
  ['GET /tpos/api/v1/tposs/{id}/invoices/{payment_hash}', '/tpos/tposs/{id}/invoices/{payment_hash}'],
  ['POST /tpos/api/v1/tposs/{id}/invoices/{invoice}/pay', '/tpos/tposs/{id}/invoices/{invoice}/pay'],
  // Charges, as plugins of web shops make and read them.
  ['POST /satspay/api/v1/charge', '/satspay/charge'],
  ['GET /satspay/api/v1/charge/{id}', '/satspay/charge/{id}'],
  ['GET /satspay/api/v1/charge/balance/{id}', '/satspay/charge/{id}'],
  ['PUT /satspay/api/v1/charge/balance/{id}', '/satspay/charge/{id}'],
  ['DELETE /satspay/api/v1/charge/{id}', '/satspay/api/v1/{id}'],
  ['GET /satspay/api/v1/charges', '/satspay/lnbits/charges'],
  // Paywalls, as programs buy.
  ['GET /paywall/api/v1/paywalls/invoice/{id}', '/paywall/paywalls/invoice/{id}'],
  ['POST /paywall/api/v1/paywalls/invoice/{id}', '/paywall/paywalls/invoice/{id}'],
  ['POST /paywall/api/v1/paywalls/{id}/invoice', '/paywall/paywalls/invoice/{id}'],
  ['POST /paywall/api/v1/paywalls/check_invoice/{id}', '/paywall/paywalls/check_invoice/{id}'],
  ['POST /paywall/api/v1/paywalls/{id}/check_invoice', '/paywall/paywalls/check_invoice/{id}'],
  // Pages.
  ['GET /paywall/{id}', '/paywall/p/{id}'],
  ['GET /satspay/{id}', '/satspay/p/{id}'],
  ['GET /invoices/pay/{id}', '/invoices/p/{id}'],
  ['GET /tipjar/{id}', '/tipjar/p/{id}'],
  ['GET /events/{id}', '/events/p/{id}'],
  ['GET /events/register/{id}', '/events/p/{id}/scan'],
  // A scanner reads `ticket://` before the id of a ticket that LNbits sold.
  ['PUT /events/api/v1/{id}/tickets/ticket%3A//{ticket}/register', '/events/api/v1/{id}/tickets/{ticket}/register'],
  ['GET /events/api/v1/qr/{ticket}', '/api/v1/qrcode/ticket%3A%2F%2F{ticket}'],
  ['GET /lnticket/{id}', '/lnticket/p/{id}'],
  ['GET /lncalendar/{id}', '/lncalendar/p/{id}'],
  ['GET /nostrnip5/signup/{id}', '/nostrnip5/p/{id}'],
  ['GET /nostrnip5/rotate/{id}/{address}', '/nostrnip5/p/{id}/manage'],
  ['GET /nostrnip5/api/v1/domain/{id}/nostr.json', '/nostrnip5/public/{id}/nostr.json'],
  // Cards.
  ['GET /boltcards/api/v1/scan/{external_id}', '/boltcards/scan/{external_id}'],
  ['GET /boltcards/api/v1/lnurl/cb/{hit}', '/boltcards/lnurl/{hit}/cb'],
  ['GET /boltcards/api/v1/lnurlp/{hit}', '/boltcards/refund/{hit}'],
  ['GET /boltcards/api/v1/lnurlp/cb/{hit}', '/boltcards/refund/{hit}/cb'],
  // Programming apps of cards.
  ['GET /boltcards/api/v1/auth', '/boltcards/auth'],
  ['POST /boltcards/api/v1/auth', '/boltcards/auth'],
  // Slips of cash machines.
  ['GET /fossa/api/v1/lnurl/{id}', '/fossa/lnurl/{id}'],
  // BlueWallet asks here whether the host of a login is an LndHub, whatever its path.
  ['GET /getinfo', '/lndhub/ext/getinfo'],
  // Machines that are switched.
  ['GET /bitcoinswitch/api/v1/lnurl/{id}', '/bitcoinswitch/lnurl/{id}'],
  ['GET /bitcoinswitch/api/v1/lnurl/cb/{id}/{pin}', '/bitcoinswitch/lnurl/{id}/cb?pin={pin}'],
  ['GET /bitcoinswitch/api/v1/public/{id}', '/bitcoinswitch/public/{id}'],
]

/** The method and the old path; our path, in which names in braces are replaced by the same segments. */
export type OldLink = readonly [old: string, now: string]

/** Where a request for an old address of LNbits is answered, path and query; undefined: it names no such address. */
export function oldLinkUrl(url: string, method = 'GET'): string | undefined {
  const start = url.indexOf('?')
  const query = start < 0 ? '' : url.slice(start + 1)
  // Most requests are for these, and most end here.
  if (url.startsWith('/api/')) return apiUrl(url, query)
  if (USER.test(url)) return url.replace(USER, (_all, before: string, id: string) => before + withDashes(id))
  const segments = (start < 0 ? url : url.slice(0, start)).split('/')
  const charge = CHARGE_SOCKET.exec(url)
  if (charge !== null) return `/satspay/ws/${charge[1]}`
  const purchase = PURCHASE_SOCKET.exec(url)
  if (purchase !== null) return `/paywall/ws/${purchase[1]}/${purchase[2]}`
  if (OLD_RELAY.test(url)) return OWN_RELAY_PATH
  const links = BY_EXTENSION.get(segments[1] ?? '')
  if (links === undefined) return undefined
  if (segments[1] === 'fossa' && segments[2] === 'atm' && segments.length === 3) return slipPage(query)
  if (segments[1] === 'paywall' && segments[2] === 'download' && segments.length === 4) {
    // The page is found by the hash of a payment; a link of ours has none.
    return query.includes('payment_hash=') ? `/paywall/release/${segments[3]}?${query}` : undefined
  }
  const wanted = method === 'HEAD' ? 'GET' : method
  const link = links.find((one) => one.method === wanted && matches(one.segments, segments))
  return link && withQuery(fill(link, segments), query)
}

function apiUrl(url: string, query: string): string | undefined {
  const device = DEVICE.exec(url)
  if (device !== null) return `/bitcoinswitch/ws/${device[1]}${device[2] ?? ''}`
  return /^\/api\/v1\/qrcode(?:\?|$)/.test(url) ? pictureOf(query) : undefined
}

/** Pattern of device ids: an id of a wallet, a key or a payment hash is longer. */
export const DEVICE_ID = '[2-9A-HJ-NP-Za-km-z]{22}'

/** Devices of LNbits listen where wallets do. */
const DEVICE = new RegExp(`^/api/v1/ws/(${DEVICE_ID})(\\?.*)?$`)

/** Programs of administrators name accounts without dashes. */
const USER = /^(\/users\/api\/v1\/user\/)([0-9a-f]{32})(?=[/?]|$)/i

/** Pages that wait for a charge. */
const CHARGE_SOCKET = /^\/satspay\/([^/?]+)\/ws(?:\?|$)/

/** Programs that wait for a payment to a paywall. */
const PURCHASE_SOCKET = /^\/paywall\/api\/v1\/paywalls\/invoice\/([^/?]+)\/([0-9a-fA-F]{64})(?:\?|$)/

/** Sockets of LNbits at addresses that no route of ours has. */
export const OLD_SOCKETS = new RegExp([CHARGE_SOCKET, PURCHASE_SOCKET, OLD_RELAY].map(({ source }) => source).join('|'))

interface Link {
  readonly method: string
  readonly segments: readonly string[]
  readonly now: string
}

const BY_EXTENSION = Map.groupBy(
  OLD_LINKS.map(([old, now]): Link => {
    const [method = '', path = ''] = old.split(' ')
    return { method, segments: path.split('/'), now }
  }),
  ({ segments }) => segments[1] ?? '',
)

const isName = (segment: string): boolean => segment.startsWith('{')

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => (isName(part) ? segments[index] !== '' : part === segments[index]))

const fill = ({ segments: pattern, now }: Link, segments: readonly string[]): string =>
  now.replaceAll(/{\w+}/g, (name) => segments[pattern.indexOf(name)] ?? '')

const withQuery = (url: string, query: string): string =>
  query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`

/** In LNbits, the text of a QR code may be in the query. */
function pictureOf(query: string): string | undefined {
  const data = new URLSearchParams(query).get('data')
  return data === null || data === '' ? undefined : `/api/v1/qrcode/${encodeURIComponent(data)}`
}

/** A cash machine prints a link to a page with the LNURL of its slip, which has the machine and the code. */
function slipPage(query: string): string | undefined {
  const slip = SLIP.exec(urlOfLnurl(new URLSearchParams(query).get('lightning') ?? ''))
  return slip ? `/fossa/p/${slip[1]}${slip[2] ?? ''}` : undefined
}

const SLIP = /\/fossa\/(?:api\/v1\/)?lnurl\/([^/?]+)(\?.*)?$/

function urlOfLnurl(text: string): string {
  try {
    return findPayable(text).lnurl?.url ?? ''
  } catch (error) {
    if (error instanceof LnurlError) return ''
    throw error
  }
}
