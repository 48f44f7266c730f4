import { GuestFailure } from './guest-failure.ts'
import type { HostSide } from './host-side.ts'
import { LIMITS } from './limits.ts'
import type { Answered, AsyncCall, GuestCall, GuestError, Json, Order, Reply } from './messages.ts'
import { SandboxEnded } from './sandbox-ended.ts'
import { SandboxGone, type SandboxProcess } from './sandbox-process.ts'

type SliceReply = Extract<Reply, { reply: 'slice' }>
export type Ended = NonNullable<SliceReply['ended']>

export interface OpenRun {
  readonly number: number
  readonly extension: string
  readonly host: HostSide
  /** What the host has thrown, by the number that the guest has of it. */
  readonly errors: unknown[]
}

export interface FollowOptions {
  readonly call: GuestCall
  readonly forMs: number
  onSlice(slice: SliceReply): void
}

/** Begins a run, and sends it the answers of the host as they come, until it has ended or its time is over. */
export function followRun(used: SandboxProcess, run: OpenRun, { call, forMs, onSlice }: FollowOptions): Promise<Ended> {
  const { number, extension, host } = run
  return new Promise((resolve, reject) => {
    let isOver = false
    const finish = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      settle()
    }
    const timer = setTimeout(() => {
      finish(() => resolve({ breach: 'slow', message: 'it has waited too long' }))
      used.send({ do: 'drop', run: number }, LIMITS.stuckMs).catch(() => undefined)
    }, forMs)
    const lose = (error: unknown): void =>
      finish(() => reject(error instanceof SandboxGone ? new SandboxEnded('lost', error.message) : error))
    const take = (reply: Reply): void => {
      if (isOver) return
      if (reply.reply !== 'slice') return lose(new Error('the sandbox does not know this run'))
      onSlice(reply)
      for (const { name, args } of reply.notices) host.notice(name, args)
      const { ended } = reply
      if (ended !== undefined) return finish(() => resolve(ended))
      for (const one of reply.calls) {
        void answerCall(run, one).then((answer) => {
          if (!isOver) send({ do: 'answer', run: number, call: one.call, now: host.facts().now, answer })
        })
      }
    }
    const send = (order: Order): void => void used.send(order, LIMITS.stuckMs).then(take).catch(lose)
    send({ do: 'run', run: number, extension, call, facts: host.facts() })
  })
}

async function answerCall(run: OpenRun, { name, args }: AsyncCall): Promise<Answered> {
  try {
    return { value: await run.host.call(name, args) }
  } catch (error) {
    return { error: toGuest(run, error) }
  }
}

/** For a guest that waits meanwhile. */
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

/** What the run returned; throws what it has thrown. An error of the host comes back as it was. */
export function resultOf(ended: Answered, { errors }: OpenRun): Json | undefined {
  if (!('error' in ended)) return ended.value
  const { error } = ended
  if (error.kind !== 'host') throw new GuestFailure(error)
  throw errors[error.number] ?? new GuestFailure({ kind: 'thrown', message: error.message, stack: '' })
}
