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

/** Whether a route needs no credential. */
export const isForStrangers = ({ route: { access } }: Visited): boolean => access === 'public' || access === 'lnurl'

/**
 * A stranger's HEAD is answered for pages only, of which it stores nothing: any other route may use up a download, a
 * code or a tap, and would send nothing.
 */
export const answersHead = (served: Visited): boolean => !isForStrangers(served) || isPageRoute(served)

/**
 * Requests that a visitor's browser makes often: pages, and polls of the invoice on them. They do not count towards
 * SERVICE_RATE_LIMIT_NO (decision 0038).
 */
export function isVisit(method: string, served: Visited): boolean {
  const { path, route } = served
  if (method !== 'GET' || route.access !== 'public' || route.formatError !== undefined) return false
  return isPageRoute(served) || path.endsWith('/:payment_hash')
}

/** A visit without fields from the visitor: it allows no guessing, and needs no separate quota. */
export const isPlainVisit = (method: string, served: Visited): boolean =>
  isVisit(method, served) && served.route.query === undefined && served.route.perMinute === undefined
