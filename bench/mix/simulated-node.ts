import { setTimeout as delay } from 'node:timers/promises'

const FOREIGN_SAT = 10
/** The number of foreign invoices created concurrently. */
const MAKERS = 16
const FINAL_WITHIN_MS = 120_000

export type SimulatedNode = ReturnType<typeof openNode>

interface ForeignInvoice {
  readonly bolt11: string
  readonly hash: string
}

/** The simulated node, over its control interface. The processes of a service share one node. */
export function openNode(port: number) {
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  const script = (step: object): Promise<unknown> => call('POST', '/script', { match: { any: true }, pay: [step] })
  return {
    settleAfter: (ms: number) => script({ do: 'slow', ms }),
    /** Payments get no answer until `fail`. */
    hang: () => script({ do: 'hang' }),
    fail: (hash: string) => call('POST', '/fail', { hash }),
    async makeInvoices(count: number): Promise<ForeignInvoice[]> {
      const made: ForeignInvoice[] = []
      const one = { amount_msat: FOREIGN_SAT * 1000, key: 'foreign' }
      const makeSome = async (): Promise<void> => {
        while (made.length < count) made.push(await call<ForeignInvoice>('POST', '/invoice', one))
      }
      await Promise.all(Array.from({ length: MAKERS }, makeSome))
      return made
    },
    /** Throws if the books are wrong, because a fast and wrong service is no result. Waits until no payment is pending. */
    async requireSoundBooks(mayPend = false): Promise<void> {
      const deadline = performance.now() + FINAL_WITHIN_MS
      for (;;) {
        const state = await call<{ halted: boolean; pending_outgoing: number; check: unknown }>('GET', '/state')
        if (state.halted || state.check !== 'ok') throw new Error(`the books: ${JSON.stringify(state)}`)
        if (mayPend || state.pending_outgoing === 0) return
        if (performance.now() > deadline) throw new Error(`${state.pending_outgoing} payments are still pending`)
        await delay(100)
      }
    },
  }
}
