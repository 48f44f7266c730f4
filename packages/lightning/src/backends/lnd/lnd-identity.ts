import type { AskedIdentity } from '../../adapter-parts/learn-identity.ts'
import { UntrustedNodeError } from '../../net/node-http.ts'
import type { NodeIdentity } from '../../port/funding-source.ts'
import type { NodeTrouble } from '../../port/node-trouble.ts'
import { type LndAnswer, type LndCalls, toPathBytes } from './lnd-calls.ts'
import { isCredentialRefusal, isHttpToTls, isStillStarting } from './lnd-refusal.ts'

/** Reads LND's identity and network, and checks that the macaroon (of this variable) has all required permissions. */
export async function askIdentity(calls: LndCalls, macaroon: string): Promise<AskedIdentity> {
  const refuse = (detail: string): AskedIdentity => ({
    refusal: { kind: 'credential_refused', variable: macaroon, detail },
  })
  const answer = await calls.ask('GET', '/v1/getinfo').catch(toEndpointTrouble)
  if ('kind' in answer) return { refusal: answer }
  if ('refusal' in answer) {
    if (isHttpToTls(answer.refusal)) return { refusal: wrongEndpoint('LND speaks TLS there; write https://') }
    if (isCredentialRefusal(answer.refusal))
      return refuse('LND refuses this macaroon; it must allow at least info:read')
    throw new Error(`LND does not say who it is: ${answer.refusal.message}`)
  }
  const missing = await findMissingRights(calls)
  if (missing.length > 0) return refuse(`this macaroon does not permit ${missing.join(', ')}`)
  return readIdentity(answer.fields)
}

/** Errors that only another setting can fix; others may be temporary. */
function toEndpointTrouble(error: unknown): NodeTrouble {
  if (error instanceof UntrustedNodeError) return error.trouble
  // The gRPC interface starts with a frame of HTTP/2.
  if (error instanceof Error && 'code' in error && error.code === 'HPE_INVALID_CONSTANT') {
    return wrongEndpoint(
      'no REST interface answers there; LND serves it at restlisten (8080), gRPC at rpclisten (10009)',
    )
  }
  throw error
}

const wrongEndpoint = (detail: string): NodeTrouble => ({ kind: 'setting_wrong', variable: ENDPOINT, detail })

export const ENDPOINT = 'LND_REST_ENDPOINT'

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
