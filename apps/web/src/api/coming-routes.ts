/** Routes of the sessions' branch, until `npm run client` knows them. */
export interface ComingRoutes {
  'POST /api/v1/auth/logout': { answer: undefined }
  'POST /api/v1/auth/step-up': { body: { password?: string; totp?: string; passkey?: unknown }; answer: unknown }
  'POST /api/v1/auth/step-up/options': { answer: unknown }
  'GET /api/v1/auth/me/preferences': { answer: Preferences }
  'PUT /api/v1/auth/me/preferences': { body: Partial<Preferences>; answer: Preferences }
  'POST /api/v1/wallet/play-balance': { query?: { wallet_id?: string }; body: { amount: number }; answer: unknown }
}

interface Preferences {
  readonly locale: string | null
  readonly currency: string | null
  readonly unit: 'sat' | 'fiat'
  readonly theme: 'system' | 'light' | 'dark'
  readonly start_wallet_id: string | null
  readonly hide_balance: boolean
  readonly notify: boolean
}
