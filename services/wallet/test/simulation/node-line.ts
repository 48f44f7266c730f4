import { NotSentError } from '@satchel/lightning/net/node-http'
import type { Nature } from './install-virtual-time.ts'
import type { Trace } from './trace.ts'
import { type Actor, WORLD } from './virtual-time.ts'

/** The faults of requests on their way to the node. */
export interface NodeWeather {
  /** The node is stopped: connections are refused. */
  isDown: boolean
  /** So many in a hundred requests … */
  delayedPercent: number
  /** … of those that pay: what they do counts, whenever they arrive. */
  payDelayedPercent: number
  lostPercent: number
  answerLostPercent: number
}

export interface NodeLine {
  /**
   * Runs the call at the node when the request arrives, and brings the answer back, if both come through. A request that
   * has left arrives, even when its process is dead by then.
   */
  call<T>(what: string, atNode: () => T, timeoutMs?: number): Promise<T>
  /** The same for an answer that comes when `atNode` says so. `signal`: the caller waits no longer. */
  follow<T>(what: string, atNode: (answer: (value: T) => void) => void, options: FollowOptions): Promise<T>
}

interface FollowOptions {
  readonly silenceMs: number
  readonly signal?: AbortSignal | undefined
  readonly isPay?: boolean
}

export const GOOD_WEATHER: Omit<NodeWeather, 'isDown'> = {
  delayedPercent: 0,
  payDelayedPercent: 0,
  lostPercent: 0,
  answerLostPercent: 0,
}

const CALL_MS = 15_000

export function openNodeLine(nature: Nature, trace: Trace, weather: NodeWeather, actor: Actor): NodeLine {
  const { time, chance } = nature
  const follow = <T>(
    what: string,
    atNode: (answer: (value: T) => void) => void,
    { silenceMs, signal, isPay = false }: FollowOptions,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      if (weather.isDown) {
        time.schedule(actor, chance.between(0.2, 3), () => reject(new NotSentError('connect ECONNREFUSED')))
        return
      }
      const tooLong = time.schedule(actor, silenceMs, () => reject(new Error(`no byte for ${silenceMs} ms`)))
      signal?.addEventListener('abort', () => {
        tooLong.cancelled = true
        reject(new Error('aborted by the caller'))
      })
      const bringBack = (value: T): void => {
        if (weather.isDown || chance.percent(weather.answerLostPercent)) return breakOff('the answer to')
        time.schedule(actor, chance.between(0.2, 5), () => {
          tooLong.cancelled = true
          resolve(value)
        })
      }
      /** The client gets an error, or no answer at all. */
      const breakOff = (of: string): void => {
        trace.note(`line: ${of} ${what} is lost`)
        if (chance.percent(50)) time.schedule(actor, chance.between(1, 50), () => reject(new Error('socket hang up')))
      }
      if (chance.percent(weather.lostPercent)) return breakOff('the request')
      const isLate = chance.percent(isPay ? weather.payDelayedPercent : weather.delayedPercent)
      const afterMs = isLate ? chance.between(1000, 200_000) : chance.between(0.2, 5)
      if (isLate) trace.note(`line: ${what} arrives ${Math.round(afterMs)} ms late`)
      time.schedule(WORLD, afterMs, () => atNode(bringBack))
    })
  return {
    follow,
    call: (what, atNode, timeoutMs = CALL_MS) => follow(what, (answer) => answer(atNode()), { silenceMs: timeoutMs }),
  }
}
