interface Visited {
  /** Below `/{ext}`. */
  readonly path: string
  readonly route: {
    readonly access: string
    readonly replyType?: string
    readonly query?: unknown
    readonly perMinute?: number
    readonly formatError?: unknown
  }
}

/** Answers a page, for people. */
export const isPageRoute = ({ path, route }: Visited): boolean => path.startsWith('/p/') || route.replyType === 'page'

/**
 * What a visitor's browser asks by itself, and often: pages, and how the invoice on them stands. It does not count into
 * SERVICE_RATE_LIMIT_NO (decision 0038).
 */
export function isVisit(method: string, served: Visited): boolean {
  const { path, route } = served
  if (method !== 'GET' || route.access !== 'public' || route.formatError !== undefined) return false
  return isPageRoute(served) || path.endsWith('/:payment_hash')
}

/** A visit that takes no fields of the visitor: nothing can be guessed by it, and it needs no quota of its own. */
export const isPlainVisit = (method: string, served: Visited): boolean =>
  isVisit(method, served) && served.route.query === undefined && served.route.perMinute === undefined
