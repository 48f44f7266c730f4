import type { Answer } from '../../world/open-world.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { StageWallet } from '../stages/stage-client.ts'
import { type ClientRecord, createClientRecord } from './client-record.ts'
import { chooseWish, type LoadedService, type LoadState, type Wish } from './load-wishes.ts'

/** Clients that send all kinds of requests concurrently and record every answer. */
export interface MixedLoad {
  readonly record: ClientRecord
  /** Sends until the services are gone or `stop` is called. Resolves when no client waits for an answer. */
  run(services: readonly LoadedService[]): Promise<void>
  stop(): void
  /** Repeats every unanswered request with its key. Requests that stay unanswered are repeated by the next call. */
  repeatUnanswered(service: LoadedService): Promise<void>
  readonly unansweredAdjustments: readonly number[]
  readonly answers: number
  /** Answers that no rule allows. */
  readonly wrong: readonly string[]
}

export interface LoadOptions {
  readonly random: SeededRandom
  readonly wallets: readonly StageWallet[]
  readonly token: string
  /** The user whose default wallet is adjusted. */
  readonly userId: string
}

const CLIENTS = 8

export function createMixedLoad({ token, ...options }: LoadOptions): MixedLoad {
  let keys = 0
  const newKey = (): string => `load-${options.random.seed}-${(keys += 1)}`
  const state: LoadState = { ...options, record: createClientRecord(), wrong: [], invoices: [], sends: [], newKey }
  let unanswered: Wish[] = []
  let answers = 0
  let stopped = false

  /** Runs until its service is gone. */
  const beClient = async (services: readonly LoadedService[], first: number): Promise<void> => {
    for (let turn = first; !stopped; turn += 1) {
      const service = services[turn % services.length] as LoadedService
      let wish: Wish | undefined
      try {
        wish = await chooseWish(state, service)
        if (wish === undefined) continue
        const answer = await ask(service, wish, token, state.wrong)
        answers += 1
        // The outcome is unknown: the request is repeated with its key.
        if (answer.status >= 500) unanswered.push(wish)
        else wish.onAnswer(answer)
      } catch {
        if (wish !== undefined) unanswered.push(wish)
        return
      }
    }
  }
  return {
    record: state.record,
    async run(services) {
      stopped = false
      await Promise.all(Array.from({ length: CLIENTS }, (_, index) => beClient(services, index)))
    },
    stop() {
      stopped = true
    },
    async repeatUnanswered(service) {
      const wishes = unanswered
      unanswered = []
      for (const wish of wishes) {
        const answer = await ask(service, wish, token, state.wrong).catch(() => undefined)
        // A request in flight, or without an answer, is repeated by the next call.
        if (answer === undefined || answer.status === 409 || answer.status >= 500) unanswered.push(wish)
        else wish.onAnswer(answer)
      }
    },
    get unansweredAdjustments() {
      return unanswered.flatMap(({ adjustSat }) => adjustSat ?? [])
    },
    get answers() {
      return answers
    },
    wrong: state.wrong,
  }
}

async function ask(service: LoadedService, wish: Wish, token: string, wrong: string[]): Promise<Answer> {
  const { method, path, key, body, idempotencyKey } = wish
  const headers = { 'idempotency-key': idempotencyKey, prefer: 'return=representation' }
  const answer = await service.call(method, path, { key, body, headers, token: key === undefined ? token : undefined })
  if (answer.status >= 500 && answer.status !== 503) {
    wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return answer
}
