import type { PeerNode } from '../../peer-parts/peer-node.ts'

export type Parameters = Readonly<Record<string, unknown>>

export interface ClnCommand {
  /** The node refuses parameters it does not know. */
  readonly takes: readonly string[]
  run(parameters: Parameters, state: ClnState, gone: AbortSignal): unknown
}

/** The data of this node beside its invoices and payments. */
export interface ClnState {
  readonly node: PeerNode
  readonly network: string
  /** Its runes, each with its parameters. */
  readonly commands: Readonly<Record<string, ClnCommand>>
  /** Payment hashes by label. */
  readonly labels: Map<string, string>
  readonly deleted: Set<string>
  readonly betweenTries: Set<string>
  /** In how many parts the payments of a hash go out, where there is more than one; the first of them fails. */
  readonly parts: Map<string, number>
  /** Hashes that no route carries to their payee. */
  readonly failsOnTheWay: Set<string>
  /** Hold invoices that the plugin calls paid and the node has never taken. */
  readonly torn: Map<string, 'next' | 'torn'>
  isMute: boolean
  readonly mood: ClnMood
}

export interface ClnMood {
  /** Fields of `getinfo` that a node has while it is behind. */
  warnings: Readonly<Record<string, string>>
  onChainMsat: number
}

/** A rejection by a command. */
export class ClnError extends Error {
  readonly code: number
  readonly data: object | undefined
  constructor(code: number, message: string, data?: object) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A parameter without which the command does nothing. */
export function text(parameters: Parameters, name: string): string {
  const value = parameters[name]
  if (typeof value !== 'string') throw new ClnError(-32602, `missing required parameter: ${name}`)
  return value
}
