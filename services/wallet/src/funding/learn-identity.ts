import type { Log } from '@satchel/http/log'
import type { NodeIdentity } from './funding-source.ts'

export interface IdentityOptions {
  /** Asks the node. `refusal`: what the operator has to mend. Rejects when it does not answer, or not yet. */
  readonly ask: () => Promise<NodeIdentity | { readonly refusal: string }>
  /** Prefix of the network that the configuration demands. */
  readonly network: string | undefined
  readonly log: Log
  /** Closes the connection to a node that is refused: nobody will use it. */
  readonly close: () => void
  /** Default 2 s. */
  readonly patienceMs?: number
  /** Does something later; returns the way out. */
  readonly after?: (pauseMs: number, act: () => void) => () => void
}

export interface LearntIdentity {
  /** Undefined until the node has answered. */
  now(): NodeIdentity | undefined
  stop(): void
}

const PATIENCE_MS = 2000
const FIRST_PAUSE_MS = 500
/** Before it is known nothing is credited: what arrived meanwhile has to be, ten seconds after it is back (A47). */
const LONGEST_PAUSE_MS = 3000

/**
 * Who the node is, asked when a source is opened. Refused credentials and another network stop the start; a node that
 * does not answer in a moment does not: it is asked for ever, and nothing is sent until it has answered.
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
  const askAgain = (pauseMs: number): void => {
    if (stopped) return
    giveUp = after(pauseMs, () => {
      askOnce().catch((error: unknown) => {
        log.warn({ err: error }, 'the Lightning node does not answer yet; nothing is sent until it does')
        askAgain(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
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
    // A first question that is answered late counts, too.
    void first.then(() => known ?? askAgain(FIRST_PAUSE_MS))
  }
  return {
    now: () => known,
    stop() {
      stopped = true
      giveUp?.()
    },
  }
}

/** The node is there and does not want us, or is not the one we want. */
class Refusal extends Error {}

function startTimer(pauseMs: number, act: () => void): () => void {
  const timer = setTimeout(act, pauseMs)
  timer.unref()
  return () => clearTimeout(timer)
}

const patience = (ms: number): Promise<Error> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(new Error(`no answer for ${ms} ms`)), ms).unref()
  })
