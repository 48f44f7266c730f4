import { useLocation } from 'wouter-preact'

/** Below `/app`. Everything that leads somewhere names one of these. */
export type Path =
  | '/'
  | '/welcome'
  | '/log-in'
  | '/create-account'
  | '/set-up'
  | '/receive'
  | `/receive/${string}`
  | '/send'
  | `/send/${string}`
  | '/scan'
  | '/activity'
  | `/activity/${string}`
  | '/wallets'
  | `/wallets/${string}`
  | '/apps'
  | `/apps/${string}`
  | '/contacts'
  | `/contacts/${string}`
  | '/connections'
  | `/connections/${string}`
  | '/more'
  | '/admin'
  | `/admin/${string}`
  | '/account'
  | `/account/${string}`

export interface GoOptions {
  /** In place of this entry of the history. */
  readonly replace?: boolean
  /** For the next place only: what a scanned code said, for example. Never in an address. */
  readonly state?: unknown
}

/** Leads to another place. */
export function useGo(): (path: Path, options?: GoOptions) => void {
  const [, navigate] = useLocation()
  return (path, options) => navigate(path, options)
}

/** One step back; where the app was opened on this page, to the place named. */
export function useBack(otherwise: Path): () => void {
  const go = useGo()
  return () => {
    if (hasEntryBefore()) history.back()
    else go(otherwise, { replace: true })
  }
}

let visited = 0

/** Called once at the start: how deep in this app's own history we are. */
export function countVisits(): void {
  addEventListener('pushState', () => (visited += 1))
  addEventListener('popstate', () => (visited = Math.max(0, visited - 1)))
}

const hasEntryBefore = (): boolean => visited > 0
