import { CREDENTIAL } from '../net/open-node-http.ts'
import type { NodeIdentity } from '../port/funding-source.ts'
import { keepsFromAnswering, type NodeTrouble, type Troubles } from '../port/node-trouble.ts'

/** `refusal`: the problem that the operator must correct. */
export type AskedIdentity = NodeIdentity | { readonly refusal: NodeTrouble }

export interface IdentityOptions {
  /** Asks the node, and whether the credentials permit all that is needed. Rejects when it does not answer, or not yet. */
  readonly ask: () => Promise<AskedIdentity>
  /** Prefix of the network that the configuration demands. */
  readonly network: string | undefined
  readonly troubles: Troubles
  /** Closes the connection to a rejected node: it will not be used. */
  readonly close: () => void
  /** Default 2 s. */
  readonly patienceMs?: number
  /** Runs `act` later; returns a function that cancels it. */
  readonly after?: (backoffMs: number, act: () => void) => () => void
}

export interface LearntIdentity {
  /** Undefined until the node has answered. */
  now(): NodeIdentity | undefined
  close(): void
}

const PATIENCE_MS = 2000
const FIRST_BACKOFF_MS = 500
/**
 * Nothing is credited before the identity is known, but receipts must be credited within ten seconds after the node is
 * back (A47).
 */
const MAX_BACKOFF_MS = 3000
/** How often a node whose credential was refused is asked whether all is well again: payments would only show it if there were some. */
const RECHECK_MS = 30_000
const SUBJECT = 'identity'

/**
 * Asks for the node's identity when a source is opened. Rejected credentials or a wrong network stop the start. A node
 * that does not answer soon does not stop it: it is polled without limit, and nothing is sent until it has answered.
 */
export async function learnIdentity({
  ask,
  network,
  troubles,
  close,
  patienceMs = PATIENCE_MS,
  after = startTimer,
}: IdentityOptions): Promise<LearntIdentity> {
  let known: NodeIdentity | undefined
  let stopped = false
  let giveUp: (() => void) | undefined
  const askOnce = async (): Promise<void> => {
    const answer = await ask()
    const refusal = 'refusal' in answer ? answer.refusal : otherNetwork(answer, network)
    if (stopped) return
    troubles.note(SUBJECT, refusal)
    if (refusal !== undefined) throw new Refusal(troubles.describe(refusal))
    troubles.clear(CREDENTIAL)
    if (!('refusal' in answer)) known ??= answer
  }
  const noteError = (error: unknown): void => {
    if (stopped || error instanceof Refusal || troubles.now().some(keepsFromAnswering)) return
    const detail = `the node does not say who it is: ${error instanceof Error ? error.message : String(error)}`
    troubles.note(SUBJECT, { kind: 'unreachable', detail })
  }
  const askAgain = (backoffMs: number): void => {
    if (stopped) return
    giveUp = after(backoffMs, () => {
      askOnce().then(watch, (error: unknown) => {
        noteError(error)
        askAgain(Math.min(backoffMs * 2, MAX_BACKOFF_MS))
      })
    })
  }
  /** The node is known; it may refuse the credential later. */
  const watch = (): void => {
    if (stopped) return
    giveUp = after(RECHECK_MS, () => {
      const isRefused = troubles.now().some(({ kind }) => RECHECKED.has(kind))
      void (isRefused ? askOnce().catch(() => undefined) : Promise.resolve()).then(watch)
    })
  }
  const first = askOnce().then(
    () => undefined,
    (error: unknown) => error,
  )
  const problem = await Promise.race([first, patience(patienceMs)])
  if (problem instanceof Refusal) {
    close()
    throw new Error(problem.message)
  }
  if (known === undefined) {
    noteError(problem)
    // A late answer to the first request counts, too.
    void first.then(() => (known === undefined ? askAgain(FIRST_BACKOFF_MS) : watch()))
  } else watch()
  return {
    now: () => known,
    close() {
      stopped = true
      giveUp?.()
    },
  }
}

const RECHECKED: ReadonlySet<NodeTrouble['kind']> = new Set(['credential_refused', 'wrong_network', 'setting_wrong'])

const otherNetwork = (node: NodeIdentity, network: string | undefined): NodeTrouble | undefined =>
  network === undefined || node.network === network
    ? undefined
    : {
        kind: 'wrong_network',
        variable: 'SERVICE_NETWORK',
        detail: `the node is on another network; its invoices begin with ln${node.network}`,
      }

/** The node rejects our credentials, or is not the expected node. */
class Refusal extends Error {}

function startTimer(backoffMs: number, act: () => void): () => void {
  const timer = setTimeout(act, backoffMs)
  timer.unref()
  return () => clearTimeout(timer)
}

const patience = (ms: number): Promise<Error> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(new Error(`no answer for ${ms} ms`)), ms).unref()
  })
