import type { Log } from '@satchel/http/log'
import type { Receipt } from '@satchel/lightning/port/funding-source'
import { type DatabaseLine, openDatabaseLine } from './database-line.ts'
import type { Nature } from './install-virtual-time.ts'
import type { TryPlan } from './lnd-records.ts'
import { type NodeWeather, openNodeLine } from './node-line.ts'
import { createNodeSource, toReceipt } from './node-source.ts'
import { type Service, startService } from './service-process.ts'
import type { SimulatedLnd } from './simulated-lnd.ts'
import type { SimulatedPostgres } from './simulated-postgres.ts'
import type { Trace } from './trace.ts'
import { type Actor, WORLD } from './virtual-time.ts'

export interface MachineDeps {
  readonly nature: Nature
  readonly trace: Trace
  readonly server: SimulatedPostgres
  readonly lnd: SimulatedLnd
  readonly weather: NodeWeather
  readonly plan: () => TryPlan
  readonly reconcileMs: number
  readonly holdSeconds: number
  readonly auditsBooks: boolean
}

/** A computer with its own wall clock and one process of the service, which is restarted when it ends. */
export interface Machine {
  readonly name: string
  /** Undefined while the process is dead or starting. */
  service(): Service | undefined
  /** Sends a request to the process, as a client does. Never rejects; without a process it does nothing. */
  request(what: string, ask: (service: Service) => Promise<void>): void
  kill(restartAfterMs: number): void
  freeze(ms: number): void
  stepClock(ms: number): void
  setClockRight(): void
  line(): DatabaseLine
  /** Unanswered requests whose process is still alive. */
  open(): readonly string[]
}

const START_AGAIN_MS = 2000

export function createMachine(name: string, deps: MachineDeps): Machine {
  const { nature, trace } = deps
  const { time } = nature
  let generation = 0
  let actor: Actor = { ...WORLD, name }
  let line: DatabaseLine
  let service: Service | undefined
  let open = new Map<number, string>()
  let requests = 0
  const start = (): void => {
    generation += 1
    actor = { ...actor, name: `${name}${generation}`, alive: true, frozenUntilMs: 0 }
    open = new Map()
    line = openDatabaseLine(nature, deps.server, actor)
    const mine = actor
    time.schedule(actor, 0, () => {
      startService(serviceDeps(deps, mine, line)).then(
        (started) => {
          service = started
          trace.note('has started')
        },
        (error: unknown) => {
          trace.note(`cannot start: ${(error as Error).message}`)
          kill(START_AGAIN_MS)
        },
      )
    })
  }
  const kill = (restartAfterMs: number): void => {
    if (!actor.alive) return
    trace.note(`${actor.name} is dead`)
    actor.alive = false
    service = undefined
    line.hangUp()
    time.schedule(WORLD, restartAfterMs, start)
  }
  start()
  return {
    name,
    service: () => service,
    request(what, ask) {
      const [asked, of] = [service, open]
      if (asked === undefined) return
      requests += 1
      const number = requests
      of.set(number, what)
      time.schedule(actor, 0, () => {
        trace.note(what)
        ask(asked)
          .catch((error: unknown) => trace.note(`${what}: ${(error as Error).message}`))
          .finally(() => of.delete(number))
      })
    },
    kill,
    freeze(ms) {
      actor.frozenUntilMs = time.now() + ms
    },
    stepClock(ms) {
      actor.wallOffsetMs += ms
    },
    setClockRight() {
      actor.wallOffsetMs = 0
    },
    line: () => line,
    open: () => [...open.values()],
  }
}

function serviceDeps(deps: MachineDeps, actor: Actor, line: DatabaseLine) {
  const { nature, trace, weather, lnd, plan } = deps
  const node = openNodeLine(nature, trace, weather, actor)
  const clock = (): number => nature.time.wallClock(actor)
  return {
    line,
    clock,
    log: toLog(trace),
    source: createNodeSource({ line: node, lnd, plan, stream: streamOf(deps, actor) }),
    reconcileMs: deps.reconcileMs,
    holdSeconds: deps.holdSeconds,
    auditsBooks: deps.auditsBooks,
  }
}

/** A fast but unreliable stream: events may come late, twice or not at all. */
const streamOf =
  ({ nature: { time, chance }, lnd, weather }: MachineDeps, actor: Actor) =>
  (listener: (receipt: Receipt) => void): (() => void) => {
    let stopped = false
    lnd.onNews((news, number) => {
      if (!actor.alive || weather.isDown || time.now() < lnd.streamsAgainAtMs() || chance.percent(30)) return
      for (let times = chance.percent(10) ? 2 : 1; times > 0; times -= 1) {
        time.schedule(actor, chance.between(1, 50), () => {
          if (!stopped) listener(toReceipt(news, number))
        })
      }
    })
    return () => {
      stopped = true
    }
  }

function toLog(trace: Trace): Log {
  const write =
    (level: string): Log['warn'] =>
    (fields, message) => {
      const { payment, err } = fields as { payment?: string; err?: Error }
      const about = payment === undefined ? '' : ` ${payment.slice(-8)}`
      trace.note(`${level}${about}: ${message}${err === undefined ? '' : ` (${err.message})`}`)
    }
  return { info: () => undefined, warn: write('warns'), error: write('error') }
}
