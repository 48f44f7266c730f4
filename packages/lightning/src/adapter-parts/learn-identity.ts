import type { Log } from '../port/log.ts'
import type { NodeIdentity } from '../port/funding-source.ts'

export interface IdentityOptions {
  /** Asks the node. `refusal`: what the operator has to correct. Rejects when it does not answer, or not yet. */
  readonly ask: () => Promise<NodeIdentity | { readonly refusal: string }>
  /** Prefix of the network that the configuration demands. */
  readonly network: string | undefined
  readonly log: Log
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

/**
 * Asks for the node's identity when a source is opened. Rejected credentials or a wrong network stop the start. A node
 * that does not answer soon does not stop it: it is polled without limit, and nothing is sent until it has answered.
 */
export async function learnIdentity({
  ask,
  network,
  log,
  close,
  patienceMs = PATIENCE_MS,
  after = startTimer,
}: IdentityOptions): Promise<LearntIdentity> {
  let known: NodeIdentity | undefined
  let stopped = false
  let giveUp: (() => void) | undefined
  const askOnce = async (): Promise<void> => {
    const answer = await ask()
    if ('refusal' in answer) throw new Refusal(answer.refusal)
    if (network !== undefined && answer.network !== network) {
      throw new Refusal('SERVICE_NETWORK: the node is on another network')
    }
    known = answer
  }
  const askAgain = (backoffMs: number): void => {
    if (stopped) return
    giveUp = after(backoffMs, () => {
      askOnce().catch((error: unknown) => {
        log.warn({ err: error }, 'the Lightning node does not answer yet; nothing is sent until it does')
        askAgain(Math.min(backoffMs * 2, MAX_BACKOFF_MS))
      })
    })
  }
  const first = askOnce().then(
    () => undefined,
    (error: unknown) => error,
  )
  const trouble = await Promise.race([first, patience(patienceMs)])
  if (trouble instanceof Refusal) {
    close()
    throw new Error(trouble.message)
  }
  if (known === undefined) {
    log.warn({ err: trouble }, 'the Lightning node does not answer yet; nothing is sent until it does')
    // A late answer to the first request counts, too.
    void first.then(() => known ?? askAgain(FIRST_BACKOFF_MS))
  }
  return {
    now: () => known,
    close() {
      stopped = true
      giveUp?.()
    },
  }
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
