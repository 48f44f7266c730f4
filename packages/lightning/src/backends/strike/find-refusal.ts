import type { NodeCall, NodeHttp } from '../../net/node-http.ts'
import { readNodeJson } from '../../net/read-node-json.ts'
import type { NodeTrouble } from '../../port/node-trouble.ts'
import { Balances } from './strike-calls.ts'

const OPENING_MS = 2000
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** Requests that show whether a key has a scope, and do nothing even if it has. */
const PROBES: Readonly<Record<string, NodeCall>> = {
  'partner.receive-request.read': {
    method: 'GET',
    path: `/v1/receive-requests/receives?%24paymentHash=${'0'.repeat(64)}`,
  },
  'partner.receive-request.create': {
    method: 'POST',
    path: '/v1/receive-requests',
    body: { bolt11: { amount: { amount: '-1', currency: 'BTC' } } },
  },
  'partner.payment-quote.lightning.create': { method: 'POST', path: '/v1/payment-quotes/lightning', body: {} },
  'partner.payment-quote.execute': { method: 'PATCH', path: `/v1/payment-quotes/${UNKNOWN_ID}/execute` },
  'partner.payment.read': { method: 'GET', path: `/v1/payments/${UNKNOWN_ID}` },
}

/** The problem that the operator must correct; undefined = none. Rejects if Strike does not answer. */
export async function findRefusal(http: NodeHttp): Promise<{ readonly refusal: NodeTrouble } | undefined> {
  const balances = await http.call({ method: 'GET', path: '/v1/balances', timeoutMs: OPENING_MS })
  if (balances.status === 401) return refuse('Strike refuses it')
  if (balances.status === 403) return refuse('needs the scope partner.balances.read')
  const bitcoin = readNodeJson(Balances, balances).find(({ currency }) => currency === 'BTC')
  if (bitcoin === undefined) return refuse('its account holds no bitcoin')
  const missing = await Promise.all(
    Object.entries(PROBES).map(async ([scope, probe]) => {
      const { status } = await http.call({ ...probe, timeoutMs: OPENING_MS })
      return status === 401 || status === 403 ? [scope] : []
    }),
  )
  const scopes = missing.flat()
  return scopes.length === 0 ? undefined : refuse(`needs the scopes ${scopes.join(', ')}`)
}

export const API_KEY = 'STRIKE_API_KEY'

const refuse = (detail: string): { readonly refusal: NodeTrouble } => ({
  refusal: { kind: 'credential_refused', variable: API_KEY, detail },
})
