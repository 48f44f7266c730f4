import { Type } from 'typebox'
import type { NodeAnswer } from '../../net/node-http.ts'
import { type Judged, judgeAnswer, type WatchedNodeHttp } from '../../net/open-node-http.ts'
import type { NodeTrouble } from '../../port/node-trouble.ts'
import { askGraphql, REFUSALS, readReply, requireData } from './graphql.ts'

/** The account's identity, and the wallet that all payments use. */
export type Introduction =
  | { readonly network: string; readonly nodeKey: ''; readonly accountId: string; readonly walletId: string }
  | { readonly refusal: NodeTrouble }

const Introduced = Type.Object({
  globals: Type.Object({ network: Type.String() }),
  authorization: Type.Object({ scopes: Type.Array(Type.String()) }),
  me: Type.Object({
    defaultAccount: Type.Object({
      wallets: Type.Array(Type.Object({ id: Type.String({ minLength: 1 }), walletCurrency: Type.String() })),
    }),
  }),
})

const INTRODUCE = `query Introduce {
  globals { network }
  authorization { scopes }
  me { defaultAccount { wallets { id walletCurrency } } }
}`

const OPENING_MS = 2000
const NETWORKS: Readonly<Record<string, string>> = { mainnet: 'bc', testnet: 'tb', signet: 'tbs', regtest: 'bcrt' }
const SCOPES = ['READ', 'RECEIVE', 'WRITE']

/** Rejects when Blink does not answer, or not clearly. */
export async function introduce(http: WatchedNodeHttp): Promise<Introduction> {
  const answer = await askGraphql(http, { document: INTRODUCE, timeoutMs: OPENING_MS })
  const { codes = [] } = readReply(answer) ?? {}
  if (answer.status === 401 || answer.status === 403 || codes.includes('NOT_AUTHENTICATED')) {
    return refuse('Blink refuses it')
  }
  if (codes.includes('NOT_AUTHORIZED')) return refuse(LACKS_SCOPES)
  const { globals, authorization, me } = requireData(Introduced, answer)
  if (!SCOPES.every((scope) => authorization.scopes.includes(scope))) return refuse(LACKS_SCOPES)
  const wallet = me.defaultAccount.wallets.find(({ walletCurrency }) => walletCurrency === 'BTC')
  if (wallet === undefined) return refuse('its account has no bitcoin wallet')
  const network = NETWORKS[globals.network]
  if (network === undefined) throw new Error('Blink is on an unknown network')
  // The wallet's id serves as the account's: all calls use this wallet only.
  return { network, nodeKey: '', accountId: wallet.id, walletId: wallet.id }
}

export const TOKEN = 'BLINK_TOKEN'
const LACKS_SCOPES = 'needs the scopes READ, RECEIVE and WRITE'

const refuse = (detail: string): { readonly refusal: NodeTrouble } => ({
  refusal: { kind: 'credential_refused', variable: TOKEN, detail },
})

/** GraphQL's errors come with status 200. */
export function judgeBlink(answer: NodeAnswer): Judged | undefined {
  const { codes = [] } = readReply(answer) ?? {}
  const code = codes.find((each) => REFUSALS.has(each))
  return code === undefined ? judgeAnswer(answer) : { kind: 'credential_refused', detail: `Blink refuses it: ${code}` }
}
