import { setTimeout as delay } from 'node:timers/promises'
import type { CallPace } from './call-pace.ts'
import { GuestFailure } from './guest-failure.ts'
import type { HostSide } from './host-side.ts'
import { LIMITS } from './limits.ts'
import type { Answered, AsyncCall, Breach, GuestCall, GuestError, Json, Order, Reply } from './messages.ts'
import { readSlice, type SliceReply } from './read-slice.ts'
import { SandboxEnded } from './sandbox-ended.ts'
import { SandboxGone, type SandboxProcess } from './sandbox-process.ts'

export type Ended = NonNullable<SliceReply['ended']>

export interface OpenRun {
  readonly number: number
  readonly extension: string
  readonly host: HostSide
  /** Errors of the host, by the numbers by which the guest knows them. */
  readonly errors: unknown[]
}

export interface FollowOptions {
  readonly call: GuestCall
  readonly forMs: number
  readonly pace: CallPace
  onSlice(slice: SliceReply): void
}

/** Starts a run and sends it the host's answers as they arrive, until it ends or times out. */
export function followRun(
  used: SandboxProcess,
  run: OpenRun,
  { call, forMs, pace, onSlice }: FollowOptions,
): Promise<Ended> {
  const { number, extension, host } = run
  return new Promise((resolve, reject) => {
    let isOver = false
    let said = 0
    const finish = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      settle()
    }
    /** The process may still be executing the run. */
    const leave = (settle: () => void): void => {
      if (isOver) return
      finish(settle)
      used.send({ do: 'drop', run: number }, { extension, host, stuckMs: LIMITS.stuckMs }).catch(() => undefined)
    }
    const give = (breach: Breach, message: string): void => leave(() => resolve({ breach, message }))
    const timer = setTimeout(() => give('slow', 'it has waited too long'), forMs)
    const lose = (error: unknown): void => {
      if (error instanceof SandboxGone) return finish(() => reject(new SandboxEnded('lost', error.message)))
      leave(() => reject(error))
    }
    const answering = createAnswering(run, {
      pace,
      isOver: () => isOver,
      send: (one, answer) => send({ do: 'answer', run: number, call: one.call, now: host.now(), answer }),
      lose,
    })
    const take = (reply: Reply): void => {
      if (isOver) return
      const slice = readSlice(reply, number, said)
      if (slice === undefined) return give('crash', 'it says what makes no sense')
      said += slice.calls.length + slice.notices.length
      onSlice(slice)
      for (const { name, args } of slice.notices) host.notice(name, args)
      const { ended } = slice
      if (ended !== undefined) return finish(() => resolve(ended))
      answering.add(slice.calls)
    }
    const send = (order: Order): void =>
      void used.send(order, { extension, host, stuckMs: LIMITS.stuckMs }).then(take).catch(lose)
    const begin = (): void =>
      send({ do: 'run', run: number, extension, call, facts: { now: host.now(), ...host.facts() } })
    const waitMs = pace.peek(extension)
    if (waitMs === 0) begin()
    else setTimeout(() => !isOver && begin(), waitMs)
  })
}

interface Answering {
  readonly pace: CallPace
  isOver(): boolean
  send(call: AsyncCall, answer: Answered): void
  lose(error: unknown): void
}

/** A guest may make all its calls at once: the host executes a few at a time, and none after the run. */
function createAnswering(run: OpenRun, { pace, isOver, send, lose }: Answering) {
  const waiting: AsyncCall[] = []
  let underWay = 0
  const answer = async (one: AsyncCall): Promise<void> => {
    const waitMs = pace.take(run.extension)
    if (waitMs > 0) await delay(waitMs)
    if (isOver()) return
    const given = await answerCall(run, one)
    underWay -= 1
    if (!isOver()) send(one, given)
    next()
  }
  const next = (): void => {
    while (!isOver() && underWay < LIMITS.callsAtOnce) {
      const one = waiting.shift()
      if (one === undefined) return
      underWay += 1
      void answer(one).catch(lose)
    }
  }
  return {
    add(calls: readonly AsyncCall[]): void {
      waiting.push(...calls)
      next()
    },
  }
}

async function answerCall(run: OpenRun, { name, args }: AsyncCall): Promise<Answered> {
  try {
    return { value: await run.host.call(name, args) }
  } catch (error) {
    return { error: toGuest(run, error) }
  }
}

/** Answers a guest that blocks meanwhile. */
export function answerNow(run: OpenRun | undefined, name: string, args: readonly Json[]): Answered {
  if (run === undefined) return { error: { kind: 'thrown', message: 'this run is over', stack: '' } }
  try {
    return { value: run.host.ask(name, args) }
  } catch (error) {
    return { error: toGuest(run, error) }
  }
}

function toGuest({ host, errors }: OpenRun, error: unknown): GuestError {
  const rejection = host.toGuestError(error)
  if (rejection !== undefined) return rejection
  errors.push(error)
  return { kind: 'host', number: errors.length - 1, message: 'the host could not do this' }
}

const MAX_MESSAGE = 1000
const MAX_STACK = 4000

/** The result of the run; throws the run's error. An error of the host is rethrown as the same object. */
export function resultOf(ended: Answered, { errors }: OpenRun): Json | undefined {
  if (!('error' in ended)) return ended.value
  const { error } = ended
  if (error?.kind === 'rejection') throw new GuestFailure(error)
  if (error?.kind === 'host' && Number.isSafeInteger(error.number) && error.number in errors) throw errors[error.number]
  const { message, stack = '' } = (error ?? {}) as { readonly message?: unknown; readonly stack?: unknown }
  throw new GuestFailure({
    kind: 'thrown',
    message: String(message).slice(0, MAX_MESSAGE),
    stack: String(stack).slice(0, MAX_STACK),
  })
}
