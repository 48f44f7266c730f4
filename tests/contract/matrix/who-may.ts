import type { Caller, GoodKind } from './cast.ts'
import type { Operation } from './operations.ts'

/** The text of the manual after "Access:", and the callers that it admits: the behaviour is compared with it. */
const LETS_IN: Readonly<Record<string, readonly GoodKind[]>> = {
  anyone: [],
  'invoice key': ['invoice key'],
  'admin key': ['admin key'],
  'access token': ['user', 'admin', 'super user'],
  'access token of an administrator': ['admin', 'super user'],
  'access token of the super user': ['super user'],
  'every guest of the wallet': [
    'key of a guest who may view-payments',
    'key of a guest who may receive-payments',
    'key of a guest who may send-payments',
    'invoice key of a guest who may everything',
  ],
  'guests who may `view-payments`': [
    'key of a guest who may view-payments',
    'invoice key of a guest who may everything',
  ],
  'guests who may `receive-payments`': [
    'key of a guest who may receive-payments',
    'invoice key of a guest who may everything',
  ],
  // A guest's invoice key has the rights of the owner's, regardless of the granted permissions.
  'guests who may `send-payments`': ['key of a guest who may send-payments'],
  'guests who may both `send-payments` and `receive-payments`': [],
  'guests who may both `send-payments` and `view-payments`': [],
}

export function letsIn(whoMay: readonly string[], { kind }: Pick<Caller, 'kind'>): boolean {
  return whoMay.some((who) => {
    const kinds = LETS_IN[who]
    if (kinds === undefined) throw new Error(`the manual says "${who}", and who-may.ts does not know who that is`)
    return kinds.some((one) => one === kind)
  })
}

export const isPublic = ({ whoMay }: Operation): boolean => whoMay.includes('anyone')

/** The credentials that the manual's "authorise" button must offer for these words. */
export function schemesFor({ whoMay }: Operation): string[] {
  if (whoMay.includes('anyone')) return []
  const takesKeys = whoMay.includes('invoice key') || whoMay.includes('admin key')
  return [...(takesKeys ? ['walletKey', 'walletKeyInQuery'] : []), 'accessToken']
}

/** What lets extensions spend: not for tokens with a budget, which cannot count it (the jar may spend). */
export const letsItemsSpend = ({ id, path, whoMay }: Operation): boolean =>
  id === 'setSpendGrant' ||
  (path.startsWith('/jar/') && whoMay.includes('admin key') && !whoMay.includes('invoice key'))

/** An ACL token never has administration, log-ins, lists and tokens, or sharing (rule S405). */
export function isOutOfReach({ method, path }: Operation): boolean {
  if (['GET /api/v1/auth', 'PUT /api/v1/auth/me'].includes(`${method} ${path}`)) return false
  return [
    '/admin/',
    '/users/',
    '/api/v1/admin/',
    '/api/v1/auth',
    '/api/v1/download-links',
    '/api/v1/push',
    '/api/v1/wallet/share',
  ].some((prefix) => path.startsWith(prefix))
}
