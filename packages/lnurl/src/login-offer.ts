import { LnurlError } from './lnurl-error.ts'

const LOGIN_ACTIONS = ['register', 'login', 'link', 'auth'] as const
export type LoginAction = (typeof LOGIN_ACTIONS)[number]

/** A service that asks for a signature instead of a password (LUD-04). */
export interface LoginOffer {
  /** The URL as it was read: `sig` and `key` are added to it. */
  readonly callback: string
  /** 32 random bytes in hex, which are signed. */
  readonly k1: string
  readonly action?: LoginAction | undefined
  /** The host alone: each host has its own key, for any port. */
  readonly hostname: string
}

/** Whether the URL itself is marked as a log-in; then nothing is fetched before signing. */
export const isLogin = (url: string): boolean => new URL(url).searchParams.get('tag') === 'login'

export function readLoginOffer(url: string): LoginOffer {
  const { searchParams, hostname } = new URL(url)
  const k1 = (searchParams.get('k1') ?? '').toLowerCase()
  if (!isLogin(url)) throw new LnurlError('The LNURL is not a log-in.')
  if (!/^[0-9a-f]{64}$/.test(k1)) throw new LnurlError('The log-in has no valid `k1`.')
  const action = searchParams.get('action')
  const known = LOGIN_ACTIONS.find((one) => one === action)
  if (action !== null && known === undefined) throw new LnurlError('The log-in has an unknown `action`.')
  return { callback: url, k1, action: known, hostname }
}
