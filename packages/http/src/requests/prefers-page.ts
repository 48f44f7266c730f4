import type { IncomingHttpHeaders } from 'node:http'

interface Asked {
  readonly headers: IncomingHttpHeaders
}

/** Whether a person reads the answer: browsers that navigate accept HTML first, programs do not accept it. */
export const prefersPage = (request: Asked): boolean => firstOf(request) === 'text/html'

/** Whether a program accepts JSON. One without an Accept header gets the default. */
export const prefersJson = (request: Asked): boolean => firstOf(request) === 'application/json'

function firstOf({ headers }: Asked): string | undefined {
  const types = (headers.accept ?? '').split(',').map((one) => one.split(';')[0]?.trim().toLowerCase())
  return types.find((type) => type === 'text/html' || type === 'application/json')
}

/**
 * Whether a browser navigates to this address. Some HTTP libraries accept HTML first, too: below `/api/` only headers
 * that no library sends count, so that programs get JSON there.
 */
export function isNavigation(request: Asked & { readonly url: string }): boolean {
  const mode = request.headers['sec-fetch-mode']
  if (!prefersPage(request) || (mode !== undefined && mode !== 'navigate')) return false
  const isApi = /^[^?]*\/api\//.test(request.url)
  return !isApi || mode === 'navigate' || (request.headers.accept ?? '').includes('application/xhtml+xml')
}
