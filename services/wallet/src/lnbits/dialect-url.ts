import type { RequestHead } from '@satchel/http/create-http-app'
import { DEVICE_ID } from './old-links.ts'

/** The prefix of the API in the dialect of LNbits. */
export const PREFIX = '/lnbits'

/** Routes that differ in the dialect. All others are the same under both. */
const TRANSLATED: readonly (readonly [methods: string, path: RegExp])[] = [
  ['GET PATCH POST', /^\/api\/v1\/wallet$/],
  ['DELETE', /^\/api\/v1\/wallet\/[^/]+$/],
  ['PUT', /^\/api\/v1\/wallet\/(?!reset$|share$)[^/]+$/],
  ['GET', /^\/api\/v1\/wallets$/],
  ['GET POST', /^\/api\/v1\/payments$/],
  ['GET', /^\/api\/v1\/payments\/(?:all\/)?paginated$/],
  ['POST', /^\/api\/v1\/payments\/(?:decode|settle|cancel)$/],
  ['GET', /^\/api\/v1\/payments\/(?:internal_|temp_)?[0-9a-f-]{32,}$/i],
  ['GET', /^\/api\/v1\/payments\/fee-reserve$/],
  ['GET POST PATCH', /^\/api\/v1\/auth$/],
  ['PUT', /^\/api\/v1\/auth\/(?:password|reset|reset-password)$/],
  ['POST', /^\/api\/v1\/auth\/reset-password$/],
  ['GET', /^\/api\/v1\/extension\/(?:[^/]+\/reviews|reviews\/[^/]+)$/],
  ['POST', /^\/api\/v1\/(?:account|conversion)$/],
  ['PUT', /^\/api\/v1\/extension\/[^/]+\/(?:enable|disable|activate|deactivate)$/],
  ['PUT', /^\/users\/api\/v1\/balance$/],
  ['GET', /^\/api\/v1\/rate\/(?!history$)[^/]+$/],
  ['GET', /^\/api\/v1\/extension\/all$/],
  // Devices listen there, too, and are no programs that read payments.
  ['GET', new RegExp(`^/api/v1/ws/(?!${DEVICE_ID}$)[^/]+$`)],
]

/** Header of requests for the API of this service itself, whatever API its root serves. */
export const OWN_API = 'x-satchel'

/**
 * The path by which a request is routed: below `/lnbits` to the translation, or to the path after the prefix if nothing
 * has to be translated. With `atRoot` programs get the translation there, too; pages of this service get its own API.
 */
export function dialectUrl(url: string, { method = 'GET', headers }: RequestHead, atRoot: boolean): string | undefined {
  const isBelow = url.startsWith(`${PREFIX}/`)
  if (!isBelow && (!atRoot || isFromOwnPage(headers))) return undefined
  const wanted = isBelow ? url.slice(PREFIX.length) : url
  return isTranslated(method, wanted) ? `${PREFIX}${wanted}` : wanted
}

function isTranslated(method: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  const verb = method === 'HEAD' ? 'GET' : method
  return TRANSLATED.some(([methods, form]) => methods.split(' ').includes(verb) && form.test(path))
}

const isFromOwnPage = (headers: RequestHead['headers']): boolean =>
  headers[OWN_API] !== undefined || headers['sec-fetch-site'] === 'same-origin'
