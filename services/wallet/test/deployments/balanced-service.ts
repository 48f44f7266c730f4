import { callAt, type ServiceProcess } from '../campaigns/stages/service-process.ts'
import type { Balancer } from './balancer.ts'

/** Counts the answers that clients of a balancer get. */
export interface BalancedService extends Pick<ServiceProcess, 'call' | 'sendControl'> {
  /** 503, or a connection that closed before an answer: clients retry these with their key. */
  readonly refused: readonly string[]
  /** From the request to its answer. */
  readonly slowestMs: number
}

/** `running`: any running process, whose control interface of the node is used. */
export function balancedService(balancer: Balancer, running: () => ServiceProcess): BalancedService {
  const refused: string[] = []
  const call = callAt(balancer.url)
  let slowestMs = 0
  return {
    refused,
    get slowestMs() {
      return slowestMs
    },
    sendControl: (call, body) => running().sendControl(call, body),
    async call(method, path, options) {
      const since = performance.now()
      try {
        const answer = await call(method, path, options)
        slowestMs = Math.max(slowestMs, performance.now() - since)
        if (answer.status === 503) refused.push(`${method} ${path}: ${JSON.stringify(answer.body)}`)
        return answer
      } catch (error) {
        const { cause } = error as Error
        refused.push(`${method} ${path}: ${String(cause ?? error)}`)
        return { status: 503, headers: {}, body: { detail: 'no answer' } }
      }
    },
  }
}
