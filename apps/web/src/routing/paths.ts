import { useLocation } from 'wouter-preact'
import { ownState } from './entry-state.ts'

/** Paths below `/app`; all navigation uses this type. */
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
  readonly replace?: boolean
  /** State for the next place, such as a scanned code. Never in the URL. */
  readonly state?: object
}

export function useGo(): (path: Path, options?: GoOptions) => void {
  const [, navigate] = useLocation()
  return (path, { state, ...options } = {}) => navigate(path, { ...options, state: ownState(state) })
}

/** Goes back; to `otherwise` if the app was opened on this page. */
export function useBack(otherwise: Path): () => void {
  const go = useGo()
  return () => {
    if (hasEntryBefore()) history.back()
    else go(otherwise, { replace: true })
  }
}

let visited = 0

/** Call once at the start. Counts the app's own history entries. */
export function countVisits(): void {
  addEventListener('pushState', () => (visited += 1))
  addEventListener('popstate', () => (visited = Math.max(0, visited - 1)))
}

const hasEntryBefore = (): boolean => visited > 0
