import type { Chance } from '../../services/wallet/simulation/chance.ts'
import { askAll } from '../wallet/ask-all.ts'
import { type Kind, KINDS, type MixRequest, type Supplies, writeMixRequest } from './requests.ts'

export interface MixRun {
  readonly seconds: number
  /** Milliseconds from request to answer, sorted. */
  readonly latencies: Readonly<Record<Kind, Float64Array>>
}

export interface MixOptions {
  /** Of the processes of one service; connections are spread over them. */
  readonly ports: readonly number[]
  readonly connections: number
  /** One request each, in this order. */
  readonly kinds: readonly Kind[]
  readonly supplies: Supplies
  readonly chance: Chance
}

/** Sends the requests over some connections, one in flight on each. Any answer but the expected status is an error. */
export async function runMix({ ports, connections, kinds, supplies, chance }: MixOptions): Promise<MixRun> {
  const latencies = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>
  let sent = 0
  const connect = (port: number): Promise<unknown> => {
    let current: MixRequest | undefined
    let sentAt = 0
    return askAll({
      port,
      connections: 1,
      next() {
        const kind = kinds[sent]
        sent += 1
        current = kind === undefined ? undefined : writeMixRequest(kind, supplies, chance, port)
        sentAt = performance.now()
        return current?.text
      },
      onAnswer(status, body) {
        const { kind, status: expected, onBody } = current as MixRequest
        if (status !== expected) throw new Error(`${kind}: ${status} ${body}`)
        latencies[kind].push(performance.now() - sentAt)
        onBody?.(body)
      },
    })
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, (_, index) => connect(ports[index % ports.length] as number)))
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = KINDS.map((kind) => [kind, Float64Array.from(latencies[kind]).sort()])
  return { seconds, latencies: Object.fromEntries(sorted) as MixRun['latencies'] }
}
