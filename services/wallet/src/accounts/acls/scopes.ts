/** The scopes of the consent page: the presets of the web app (`places/connections/presets.ts`). */
export const SCOPES = ['history', 'pay', 'receive'] as const

export type Scope = (typeof SCOPES)[number]

/** Entries of access lists; a test compares them with those of the web app. */
const ALLOWS: Readonly<Record<Scope, readonly string[]>> = {
  receive: ['GET /api/v1/payments/{checking_id}', 'POST /api/v1/payments receive'],
  pay: [
    'GET /api/v1/payments/fee-reserve',
    'GET /api/v1/payments/{checking_id}',
    'GET /api/v1/wallets',
    'POST /api/v1/lnurlscan',
    'POST /api/v1/payments',
    'POST /api/v1/payments/decode',
    'POST /api/v1/payments/lnurl',
  ],
  history: [
    'GET /api/v1/payments',
    'GET /api/v1/payments/export',
    'GET /api/v1/payments/history',
    'GET /api/v1/payments/labels',
    'GET /api/v1/payments/paginated',
    'GET /api/v1/payments/stats/count',
    'GET /api/v1/payments/stats/daily',
    'GET /api/v1/payments/stats/wallets',
    'GET /api/v1/payments/{checking_id}',
    'GET /api/v1/wallets',
  ],
}

export const entriesOf = (scopes: readonly Scope[]): string[] => [...new Set(scopes.flatMap((scope) => ALLOWS[scope]))]

/** `receive history`, in any order; undefined for anything else. */
export function readScopes(text: string): Scope[] | undefined {
  const words = new Set(text.split(' '))
  const scopes = SCOPES.filter((scope) => words.has(scope))
  return scopes.length > 0 && scopes.length === words.size ? scopes : undefined
}
