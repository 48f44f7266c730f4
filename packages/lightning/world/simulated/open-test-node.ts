import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreatedInvoice, InvoiceRequest, PayOrder } from '../../src/port/funding-source.ts'
import {
  openSimulatedNode,
  type SimulatedNode,
  type SimulatedNodeOptions,
} from '../../src/simulated/open-simulated-node.ts'
import { newOrder, request } from '../contract/contract-world.ts'

export interface TestNode {
  readonly node: SimulatedNode
  readonly journalFile: string
  /** A control call that must succeed. */
  sendControl<Body = Record<string, unknown>>(call: string, body?: unknown): Promise<Body>
  truth(): Promise<Truth>
  foreignInvoice(fields?: object): Promise<CreatedInvoice>
  ownInvoice(wanted?: Partial<InvoiceRequest>): Promise<CreatedInvoice>
  /** A foreign invoice with a script for its hash, ready to be paid. */
  scripted(script: object): Promise<PayOrder>
  close(): Promise<void>
}

export interface Truth {
  readonly balance_msat: number
  readonly sent: readonly TruthRow[]
  readonly failed: readonly TruthRow[]
  readonly open: readonly TruthRow[]
  readonly received: readonly TruthRow[]
  readonly held: readonly TruthRow[]
}

export interface TruthRow {
  readonly hash: string
  readonly amount: number
  readonly fee?: number
  readonly calls?: number
  readonly limit?: number
  readonly code?: string
}

/** For tests: a node in its own folder, deleted when closed. */
export async function openTestNode(options: Partial<SimulatedNodeOptions> = {}): Promise<TestNode> {
  const folder = mkdtempSync(join(tmpdir(), 'simulated-node-'))
  const journalFile = join(folder, 'node.journal')
  const forget = (): void => rmSync(folder, { recursive: true, force: true })
  const node = await openSimulatedNode({ journalFile, ...options }).catch((error: Error) => {
    forget()
    throw error
  })
  const sendControl = async <Body>(call: string, body?: unknown): Promise<Body> => {
    const answer = await node.sendControl(call, body)
    if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Body
  }
  const foreignInvoice = async (fields: object = {}): Promise<CreatedInvoice> => {
    const { bolt11, hash } = await sendControl<{ bolt11: string; hash: string }>('POST /invoice', {
      amount_msat: 50_000,
      ...fields,
    })
    return { bolt11, paymentHash: hash }
  }
  return {
    node,
    journalFile,
    sendControl,
    truth: () => sendControl<Truth>('GET /truth'),
    foreignInvoice,
    ownInvoice: (wanted = {}) => node.createInvoice({ ...request(), ...wanted }),
    async scripted(script) {
      const invoice = await foreignInvoice()
      await sendControl('POST /script', { match: { hash: invoice.paymentHash }, ...script })
      return newOrder(invoice)
    },
    async close() {
      await node.close()
      forget()
    },
  }
}

/** The current state of a promise, without waiting for it. */
export function watch<T>(promise: Promise<T>): { readonly state: () => string; readonly value: () => T | undefined } {
  let state = 'waiting'
  let value: T | undefined
  promise.then(
    (result) => {
      state = 'answered'
      value = result
    },
    () => {
      state = 'rejected'
    },
  )
  return { state: () => state, value: () => value }
}
