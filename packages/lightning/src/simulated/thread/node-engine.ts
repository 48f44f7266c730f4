import { randomBytes } from 'node:crypto'
import { decideCall, onlyAsks } from '../decide/decide-call.ts'
import { decideDue } from '../decide/decide-outgoing.ts'
import type { Book, Decision, Wait } from '../decide/decision.ts'
import { isOver } from '../decide/wait-is-over.ts'
import type { Journal } from '../journal/journal.ts'
import type { Answer, NodeCall, NodeReply, NodeRequest } from '../journal/node-calls.ts'
import { type NodeMemory, openNodeMemory } from '../journal/node-memory.ts'
import type { NodeReceiptOf, NodeState } from '../journal/node-state.ts'
import { createNoticeBoard } from './notice-board.ts'

export interface NodeEngine {
  readonly keys: NonNullable<NodeState['keys']>
  /** Calls before the next turn of the event loop share one commit. */
  submit(requests: readonly NodeRequest[]): void
  /** From now on events of the node's stream are delivered. */
  listen(): void
  stop(): void
}

export interface NodeEngineDeps {
  readonly journal: Journal
  readonly clock: () => number
  reply(replies: readonly NodeReply[]): void
  tell(receipts: readonly NodeReceiptOf[]): void
}

/** 10 BTC: enough for any test, and for shops that pretend. */
const FIRST_BALANCE_MSAT = 1_000_000_000_000
/** More would make the first of many wait for the last one's signature. */
const MAX_PER_COMMIT = 500
/** How soon the entries of other processes are seen. */
const POLL_MS = 50

/** The node itself: decides calls in groups, one transaction each, and answers only when that is on disk. */
export function openNodeEngine({ journal, clock, reply, tell }: NodeEngineDeps): NodeEngine {
  const notices = createNoticeBoard(clock, tell)
  const memory = openNodeMemory(journal, notices.keepFew)
  memory.transact(() => {
    if (memory.state.keys === undefined) memory.append(newNode())
  })
  const parked = new Set<ParkedCall>()
  let waiting: Call[] = []
  let flushing: NodeJS.Immediate | undefined
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    flushing = undefined
    const calls = waiting.slice(0, MAX_PER_COMMIT)
    waiting = waiting.slice(MAX_PER_COMMIT)
    const { replies, parks } = decideTogether(memory, calls, clock())
    for (const call of parks) parked.add(call)
    if (replies.length > 0) reply(replies)
    afterNews()
  }
  const flushSoon = (): void => {
    flushing ??= setImmediate(flush)
  }
  /** New entries may end a caller's wait, must be sent to the stream, or set another timer. */
  const afterNews = (): void => {
    const now = clock()
    notices.post(memory.state)
    for (const call of parked) {
      if (!isOver(memory.state, call.wait, now)) continue
      parked.delete(call)
      waiting.push({ request: call.request, waited: call.wait })
    }
    if (waiting.length > 0) flushSoon()
    clearTimeout(timer)
    timer = setTimeout(onTime, Math.max(1, nextTime(memory.state, parked, now) - now))
  }
  const onTime = (): void => {
    timer = isDue(memory.state, clock()) && !concludeDue(memory, clock()) ? setTimeout(onTime, POLL_MS) : undefined
    if (timer === undefined) afterNews()
  }
  const poll = setInterval(() => {
    if (!memory.hasNewer()) return
    memory.readNewer()
    afterNews()
  }, POLL_MS)

  afterNews()
  return {
    keys: memory.state.keys as NonNullable<NodeState['keys']>,
    submit(requests) {
      for (const request of requests) waiting.push({ request, waited: undefined })
      flushSoon()
    },
    listen: () => notices.open(memory.state),
    stop() {
      clearInterval(poll)
      clearTimeout(timer)
      clearImmediate(flushing)
      notices.stop()
      memory.close()
    },
  }
}

interface Call {
  readonly request: NodeRequest
  readonly waited: Wait | undefined
}

interface ParkedCall {
  readonly request: NodeRequest
  readonly wait: Wait
}

const newNode = () =>
  ({
    kind: 'node',
    ownKey: randomBytes(32).toString('hex'),
    foreignKey: randomBytes(32).toString('hex'),
    balanceMsat: FIRST_BALANCE_MSAT,
  }) as const

type AnyDecision = Decision<Answer<NodeCall>>

/** One transaction for all of them, or none if all only read. A decision that cannot be written did not happen. */
function decideTogether(
  memory: NodeMemory,
  calls: readonly Call[],
  now: number,
): { replies: NodeReply[]; parks: ParkedCall[] } {
  const decideAll = (): AnyDecision[] =>
    calls.map(({ request, waited }) => decideCall(bookOf(memory, now, request.date, waited), request))
  try {
    memory.readNewer()
    const locks = !calls.every(({ request, waited }) => onlyAsks(memory.state, request, waited))
    const decisions = (locks ? memory.transact(decideAll) : decideAll()).map((decision, index) => ({
      decision,
      request: (calls[index] as Call).request,
    }))
    return {
      replies: decisions.flatMap(({ decision, request }) => toReply(request.id, decision)),
      parks: decisions.flatMap(({ decision, request }) =>
        'waits' in decision ? [{ request, wait: decision.waits }] : [],
      ),
    }
  } catch (error) {
    const rejects = `The simulated node failed: ${(error as Error).message}`
    return { replies: calls.map(({ request }) => ({ id: request.id, rejects })), parks: [] }
  }
}

const bookOf = (memory: NodeMemory, now: number, date: number, waited: Wait | undefined): Book => ({
  state: memory.state,
  now,
  date,
  waited,
  append: memory.append,
})

/** Empty when there is no answer now: for a caller that waits, and for one that is never answered. */
function toReply(id: number, decision: AnyDecision): NodeReply[] {
  if ('waits' in decision || 'never' in decision) return []
  if (!('later' in decision)) return [{ id, ...decision }]
  try {
    return [{ id, answer: decision.later() }]
  } catch (error) {
    return [{ id, rejects: (error as Error).message }]
  }
}

/** False while the journal cannot be written: due entries stay due. */
function concludeDue(memory: NodeMemory, now: number): boolean {
  try {
    memory.transact(() => decideDue(bookOf(memory, now, 0, undefined)))
    return true
  } catch {
    return false
  }
}

const MAX_TIMER_MS = 60_000

const isDue = (state: NodeState, now: number): boolean => nextTime(state, new Set(), now) <= now

function nextTime({ openAttempts }: NodeState, parked: ReadonlySet<ParkedCall>, now: number): number {
  let next = now + MAX_TIMER_MS
  for (const { plan } of openAttempts) if (plan.due !== undefined) next = Math.min(next, plan.due.at)
  for (const { wait } of parked) if (wait.for === 'time') next = Math.min(next, wait.at)
  return next
}
