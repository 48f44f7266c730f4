import type { NodeIdentity } from '../../port/funding-source.ts'
import { UntrustedNodeError } from '../../net/node-http.ts'
import { type LndAnswer, type LndCalls, toPathBytes } from './lnd-calls.ts'
import { isCredentialRefusal, isHttpToTls, isStillStarting } from './lnd-refusal.ts'

/** `refusal`: what the operator has to change. */
export type AskedIdentity = NodeIdentity | { readonly refusal: string }

/** Reads LND's identity and network, and checks that the macaroon has all required permissions. */
export async function askIdentity(calls: LndCalls): Promise<AskedIdentity> {
  const answer = await calls.ask('GET', '/v1/getinfo').catch(toEndpointRefusal)
  if (typeof answer === 'string') return { refusal: answer }
  if ('refusal' in answer) {
    if (isHttpToTls(answer.refusal)) return { refusal: 'LND_REST_ENDPOINT: LND speaks TLS there; write https://' }
    const refusal = 'LND_REST_MACAROON: LND refuses this macaroon; it must allow at least info:read'
    if (isCredentialRefusal(answer.refusal)) return { refusal }
    throw new Error(`LND does not say who it is: ${answer.refusal.message}`)
  }
  const missing = await findMissingRights(calls)
  if (missing.length > 0) return { refusal: `LND_REST_MACAROON: this macaroon does not permit ${missing.join(', ')}` }
  return readIdentity(answer.fields)
}

/** Errors that only another setting can fix; others may be temporary. */
function toEndpointRefusal(error: unknown): string {
  if (error instanceof UntrustedNodeError) return error.message
  // The gRPC interface begins with a frame of HTTP/2.
  if (error instanceof Error && 'code' in error && error.code === 'HPE_INVALID_CONSTANT') {
    return 'LND_REST_ENDPOINT: no REST interface answers there; LND serves it at restlisten (8080), gRPC at rpclisten (10009)'
  }
  throw error
}

const ZEROS = '0'.repeat(64)

/** A harmless call for each right: no payment request, no hash, an unknown hash. */
const RIGHTS: readonly (readonly [string, ...Parameters<LndCalls['ask']>])[] = [
  ['invoices:read', 'GET', `/v1/invoice/${ZEROS}`],
  ['invoices:write', 'POST', '/v2/invoices/cancel', {}],
  ['offchain:read', 'GET', `/v2/router/track/${toPathBytes(ZEROS)}`],
  ['offchain:write', 'POST', '/v2/router/send', { payment_request: 'none', timeout_seconds: 1 }],
]

async function findMissingRights(calls: LndCalls): Promise<string[]> {
  const answers = await Promise.all(RIGHTS.map(([, ...call]) => calls.ask(...call)))
  for (const answer of answers) {
    if ('refusal' in answer && isStillStarting(answer.refusal)) throw new Error(answer.refusal.message)
  }
  return RIGHTS.flatMap(([right], place) => (isDenied(answers[place]) ? [right] : []))
}

const isDenied = (answer: LndAnswer | undefined): boolean =>
  answer !== undefined && 'refusal' in answer && isCredentialRefusal(answer.refusal)

const PREFIXES: Readonly<Record<string, string>> = {
  mainnet: 'bc',
  testnet: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
  simnet: 'sb',
}

function readIdentity({ identity_pubkey: nodeKey, chains }: Readonly<Record<string, unknown>>): NodeIdentity {
  const [chain] = Array.isArray(chains) ? (chains as readonly { network?: unknown }[]) : []
  const network = PREFIXES[String(chain?.network)]
  if (typeof nodeKey !== 'string' || !/^0[23][0-9a-f]{64}$/.test(nodeKey) || network === undefined) {
    throw new Error('LND answers with an unreadable identity')
  }
  return { network, nodeKey }
}
