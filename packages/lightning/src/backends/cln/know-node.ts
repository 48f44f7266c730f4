import type { Log } from '../../port/log.ts'
import type { NodeIdentity } from '../../port/funding-source.ts'
import { learnIdentity } from '../../adapter-parts/learn-identity.ts'
import type { ClnRest } from './cln-rest.ts'
import { type Fields, listOf, textOf } from './read-fields.ts'

export interface ClnNode {
  readonly identity: NodeIdentity
  /** Undefined = this node has no command to pay with. */
  readonly payBy: 'xpay' | 'pay' | undefined
  /** That command takes a label, which `listpays` shows: attempts carry our id. */
  readonly labels: boolean
  /** `listpays` can be read in pages (from 24.11 on). */
  readonly pages: boolean
  /** The hold plugin runs. */
  readonly hold: boolean
  /** It has `signinvoice`, for invoices with a description hash. */
  readonly signs: boolean
  /** It keeps books that record what came in for a payment. */
  readonly books: boolean
}

export interface KnownNode {
  /** Undefined until the node has answered. */
  now(): ClnNode | undefined
  close(): void
}

export interface KnowNodeDeps {
  readonly log: Log
  /** The network it has to be on; undefined = any. */
  readonly network: string | undefined
}

/** Who the node is and which commands it has, the plugins' included: asked once, when it answers for the first time. */
export async function knowNode(rest: ClnRest, { log, network }: KnowNodeDeps): Promise<KnownNode> {
  let node: ClnNode | undefined
  const ask = async (): Promise<NodeIdentity | { readonly refusal: string }> => {
    const answers = await Promise.all([rest.ask('read', 'getinfo', {}), rest.ask('read', 'help', {})])
    const [info, help] = answers.map((answer) => (answer.is === 'result' ? answer.fields : undefined))
    const refused = answers.find((answer) => answer.is === 'refused')
    if (refused !== undefined) return { refusal: refused.reason }
    if (info === undefined || help === undefined) throw new Error('the node does not say who it is')
    node = toNode(info, help)
    return node.identity
  }
  const identity = await learnIdentity({ ask, network, log, close: rest.close })
  return { now: () => identity.now() && node, close: identity.close }
}

const PREFIXES: Readonly<Record<string, string>> = {
  bitcoin: 'bc',
  testnet: 'tb',
  testnet4: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
}
const NODE_KEY = /^0[23][0-9a-f]{64}$/
/** The node's books: its plugin `bookkeeper`, which from 24.08 on can be asked by payment. */
export const BOOKS = 'bkpr-listaccountevents'
const HOLD_COMMANDS = ['holdinvoice', 'settleholdinvoice', 'cancelholdinvoice', 'listholdinvoices']

/** Of `getinfo` and `help`. */
export function toNode(info: Fields, help: Fields): ClnNode {
  const network = PREFIXES[textOf(info, 'network')]
  const nodeKey = textOf(info, 'id').toLowerCase()
  if (network === undefined || !NODE_KEY.test(nodeKey)) throw new Error('the node does not say who it is')
  // `xpay invstring [amount_msat] …`: the first word is the name, the others are its parameters.
  const usages = listOf(help, 'help').map((entry) => textOf(entry, 'command').split(' '))
  const commands = new Map(usages.map(([name = '', ...parameters]) => [name, parameters]))
  const takes = (name: string, parameter: string): boolean => commands.get(name)?.includes(`[${parameter}]`) === true
  const payBy = (['xpay', 'pay'] as const).find((name) => commands.has(name))
  return {
    identity: { network, nodeKey },
    payBy,
    labels: payBy !== undefined && takes(payBy, 'label'),
    pages: takes('listpays', 'index'),
    hold: HOLD_COMMANDS.every((name) => commands.has(name)),
    signs: commands.has('signinvoice'),
    books: commands.has(BOOKS),
  }
}
