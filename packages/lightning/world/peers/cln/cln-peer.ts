import { randomBytes } from 'node:crypto'
import { type Certificate, selfSignedCertificate } from '@satchel/outbound/world/loopback-certificate'
import { createPeerNode, type PeerNode } from '../../peer-parts/peer-node.ts'
import {
  type CallFault,
  openPeerServer,
  type PeerCall,
  type PeerReply,
  type PeerServer,
} from '../../peer-parts/peer-server.ts'
import { CLN_COMMANDS } from './cln-commands.ts'
import { CLN_HOLD_COMMANDS } from './cln-hold-commands.ts'
import { type ClnCommand, ClnError, type ClnMood, type ClnState } from './cln-state.ts'

export interface ClnPeer {
  readonly node: PeerNode
  readonly server: PeerServer
  readonly certificate: Certificate
  /** SERVICE_FUNDING_SOURCE and its other variables: a rune for each kind of call. */
  readonly env: Readonly<Record<string, string>>
  /** The rune of this kind of call is not valid any more; this one is. */
  renewRune(role: ClnRole): string
  /** The restrictions of the rune that reads have this method, too. */
  allow(method: string): void
  /** Variations of the node itself. */
  readonly mood: ClnMood
  /** Polls for receipts get no answer any more, until the connections are cut. */
  mute(): void
  /** How many wait for the next receipt. */
  waiting(): number
  /** Answers all that wait for a receipt with this old one. */
  repeatReceipt(paymentHash: string): void
  /** All parts of a payment in flight have failed temporarily; the node will try others. */
  betweenTries(paymentHash: string): void
  /** Payments of this hash have that many parts; the first of them fails. */
  splitInto(paymentHash: string, parts: number): void
  /** The next payment of this hash is sent, returns, and there is no other route. */
  failOnTheWay(paymentHash: string): void
  /** The node dies between the plugin's note that this hold is paid and taking it; the payment is held again after. */
  tearSettlement(paymentHash: string): void
  close(): Promise<void>
}

type ClnRole = 'read' | 'invoice' | 'pay'

export interface ClnPeerOptions {
  /** Commands it does not have, as an older node or one without plugins. */
  readonly without?: readonly string[]
  /** Parameters that its commands do not take: `label` of `xpay` came with 26.06, `index` of `listpays` with 24.11. */
  readonly withoutParameters?: readonly string[]
  /** Name of the network in Core Lightning. */
  readonly network?: string
}

const INVOICE_METHODS = [
  'invoice',
  'delinvoice',
  'signinvoice',
  'holdinvoice',
  'settleholdinvoice',
  'cancelholdinvoice',
]
/** Runes need not allow these. */
const OPTIONAL_METHODS = ['listfunds']
const PAY_METHODS = ['xpay', 'pay']

/** A Core Lightning node as CLNRest shows it: TLS by its own certificate, runes by method, errors as 500 with a code. */
export async function openClnPeer({
  without = [],
  withoutParameters = [],
  network = 'regtest',
}: ClnPeerOptions = {}): Promise<ClnPeer> {
  const node = createPeerNode()
  const certificate = selfSignedCertificate('cln')
  const runes = { read: newRune(), invoice: newRune(), pay: newRune() }
  const commands = commandsOf({ without, withoutParameters })
  const state: ClnState = {
    node,
    network,
    commands,
    labels: new Map(),
    deleted: new Set(),
    betweenTries: new Set(),
    parts: new Map(),
    failsOnTheWay: new Set(),
    torn: new Map(),
    isMute: false,
    mood: { warnings: {}, onChainMsat: 0 },
  }
  const optional = new Set(OPTIONAL_METHODS)
  const runeFor = (method: string): string => {
    if (PAY_METHODS.includes(method)) return runes.pay
    return INVOICE_METHODS.includes(method) ? runes.invoice : runes.read
  }
  const handle = async (call: PeerCall, reply: PeerReply): Promise<void> => {
    const method = /^\/v1\/([\w-]+)$/.exec(call.path)?.[1] ?? ''
    const { rune } = call.headers
    if (call.method !== 'POST') return reply.send(405, { code: -32601, message: 'Wrong http method' })
    if (rune === undefined) return reply.send(403, { code: 1501, message: 'Not authorized: Missing rune' })
    if (!Object.values(runes).includes(String(rune))) return reply.send(401, NOT_AUTHORIZED)
    if (rune !== runeFor(method) || optional.has(method)) return reply.send(401, NOT_PERMITTED)
    await run(commands[method], JSON.parse(call.text) as Readonly<Record<string, unknown>>, state, reply)
  }
  const server = await openPeerServer(handle, certificate)
  return {
    node,
    server,
    certificate,
    env: {
      SERVICE_FUNDING_SOURCE: 'cln',
      CLNREST_URL: server.url,
      CLNREST_CERT: certificate.cert,
      CLNREST_READONLY_RUNE: runes.read,
      CLNREST_INVOICE_RUNE: runes.invoice,
      CLNREST_PAY_RUNE: runes.pay,
    },
    renewRune: (role) => (runes[role] = newRune()),
    allow: (method) => void optional.delete(method),
    mood: state.mood,
    mute() {
      state.isMute = true
    },
    waiting: () => node.news.listenerCount('invoice'),
    repeatReceipt(paymentHash) {
      const invoice = node.invoices.get(paymentHash)
      if (invoice !== undefined) node.news.emit('invoice', invoice)
    },
    betweenTries: (paymentHash) => void state.betweenTries.add(paymentHash),
    splitInto: (paymentHash, parts) => void state.parts.set(paymentHash, parts),
    tearSettlement: (paymentHash) => void state.torn.set(paymentHash, 'next'),
    failOnTheWay(paymentHash) {
      state.failsOnTheWay.add(paymentHash)
      node.plan(paymentHash, { ends: 'failed' })
    },
    close: () => server.close(),
  }
}

function commandsOf({ without, withoutParameters }: Required<Pick<ClnPeerOptions, 'without' | 'withoutParameters'>>) {
  const all: Readonly<Record<string, ClnCommand>> = { ...CLN_COMMANDS, ...CLN_HOLD_COMMANDS }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !without.includes(name))
      .map(([name, { takes, run: does }]) => [
        name,
        { takes: takes.filter((parameter) => !withoutParameters.includes(parameter)), run: does },
      ]),
  )
}

const NOT_AUTHORIZED = { code: 1501, data: null, message: 'Not authorized: Not derived from master' }
const NOT_PERMITTED = { code: 1502, data: null, message: 'Not permitted: method is not equal to getinfo' }

const newRune = (): string => `${randomBytes(36).toString('base64url')}==`

async function run(
  command: ClnCommand | undefined,
  parameters: Readonly<Record<string, unknown>>,
  state: ClnState,
  reply: PeerReply,
): Promise<void> {
  if (command === undefined) return reply.send(404, { code: -32601, message: 'Unknown command' })
  const unknown = Object.keys(parameters).find((name) => !command.takes.includes(name))
  if (unknown !== undefined) return reply.send(500, { code: -32602, message: `unknown parameter: ${unknown}` })
  try {
    reply.send(201, await command.run(parameters, state, reply.gone))
  } catch (error) {
    if (!(error instanceof ClnError)) throw error
    reply.send(500, { code: error.code, message: error.message, ...(error.data !== undefined && { data: error.data }) })
  }
}

/** A command without another effect than its answer. */
export const rpcError = (code: number): CallFault => ({
  do: 'refuse',
  status: 500,
  text: JSON.stringify({ code, message: 'No' }),
})

/** CLNRest answers, but its node does not. */
export const NODE_AWAY: CallFault = {
  do: 'refuse',
  status: 401,
  text: JSON.stringify({ code: null, data: null, message: 'Connection refused (os error 111)' }),
}
