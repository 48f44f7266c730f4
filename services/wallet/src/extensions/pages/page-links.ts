/** Converts the addresses in a page to links of this installation. */
export interface PageLinks {
  /** Below the base of the service: `/static/page.css`. */
  service(path: string): string
  /** Below the extension: `/p/x`. */
  own(path: string): string
  /** Below the extension, with any text as the last part. */
  named(path: string, name: string): string
  /** Where a link may lead; undefined = nowhere. */
  to(address: string): string | undefined
  /** The URL of an image; undefined = none. */
  image(address: string): string | undefined
}

export function createPageLinks(extId: string, publicUrl: string, language?: string): PageLinks {
  // Behind a proxy the whole service may live below a path.
  const base = new URL(publicUrl).pathname.replace(/\/+$/, '')
  const root = extId === '' ? base : `${base}/${extId}`
  const own = (path: string): string => `${root}${path === '' || path.startsWith('/') ? path : `/${path}`}`
  return {
    service: (path) => base + path,
    own,
    // An address cannot contain lone surrogates.
    named: (path, name) => `${own(path)}/${encodeURIComponent(name.toWellFormed())}`,
    to: (address) => (address.startsWith('/') ? own(inLanguage(address, language)) : allowed(address, LINK)),
    image: (address) => (address.startsWith('/') ? own(address) : allowed(address, IMAGE)),
  }
}

/** Adds `?lang=` before the fragment. */
function inLanguage(path: string, language: string | undefined): string {
  if (language === undefined) return path
  const [before = '', ...after] = path.split('#')
  return [`${before}${before.includes('?') ? '&' : '?'}lang=${language}`, ...after].join('#')
}

const allowed = (address: string, pattern: RegExp): string | undefined => (pattern.test(address) ? address : undefined)

const LINK =
  /^(?:https?:\/\/|(?:lightning|bitcoin|mailto|tel|nostr|lnurlp|lnurlw|lnurlc|keyauth|web\+nostr|nostr\+walletconnect):|#)/i
/** No SVG: opened on its own it may contain scripts. */
const IMAGE = /^(?:https:\/\/|data:image\/(?:png|jpeg|webp|gif|avif);base64,)/i
