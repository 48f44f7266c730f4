import { type AskedIdentity, learnIdentity } from '../../adapter-parts/learn-identity.ts'
import type { NodeIdentity } from '../../port/funding-source.ts'
import type { NodeTrouble, Troubles } from '../../port/node-trouble.ts'
import type { ClnAnswer, ClnRest } from './cln-rest.ts'
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
  /** It has the bookkeeper, which records what a payment brought in. */
  readonly books: boolean
}

export interface KnownNode {
  /** Undefined until the node has answered. */
  now(): ClnNode | undefined
  close(): void
}

export interface KnowNodeDeps {
  readonly troubles: Troubles
  /** The required network; undefined = any. */
  readonly network: string | undefined
}

/** The identity and the commands of the node, plugins included: queried once, at its first answer. */
export async function knowNode(rest: ClnRest, { troubles, network }: KnowNodeDeps): Promise<KnownNode> {
  let node: ClnNode | undefined
  const ask = async (): Promise<AskedIdentity> => {
    const answers = await Promise.all([rest.ask('read', 'getinfo', {}), rest.ask('read', 'help', {})])
    const [info, help] = answers.map((answer) => (answer.is === 'result' ? answer.fields : undefined))
    const refusal = findRefusal(answers)
    if (refusal !== undefined) return { refusal }
    if (info === undefined || help === undefined) throw new Error('the node does not say who it is')
    const known = toNode(info, help)
    // Not at the start: a rune for receiving alone is no mistake until something is sent.
    const refused = node && findRefusal(await askForRights(rest, node))
    if (refused !== undefined) return { refusal: refused }
    node = known
    return node.identity
  }
  const identity = await learnIdentity({ ask, network, troubles, close: rest.close })
  return { now: () => identity.now() && node, close: identity.close }
}

/** Commands without their parameters do nothing, and show whether the runes that make invoices and pay allow them. */
const askForRights = (rest: ClnRest, { payBy }: ClnNode): Promise<ClnAnswer[]> =>
  Promise.all([
    rest.askIfAllowed('invoice', 'invoice', {}),
    ...(payBy === undefined ? [] : [rest.askIfAllowed('pay', payBy, {})]),
  ])

/** A rune that is restricted by parameters may still allow real calls. */
const findRefusal = (answers: readonly ClnAnswer[]): NodeTrouble | undefined =>
  answers.flatMap((answer) => (answer.is === 'refused' && answer.withAnyParameters ? [answer.trouble] : []))[0]

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

/** Reads the answers of `getinfo` and `help`. */
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
