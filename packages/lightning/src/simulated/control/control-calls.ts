import type { ServiceSide } from '../../port/backend-deps.ts'
import { ControlError } from '../journal/control-error.ts'
import type { NodeThread } from '../thread/open-node-thread.ts'
import { amountIn, hexIn, oneOf, optional, readBody, textIn } from './read-body.ts'
import { readInvoiceAsk } from './read-invoice-ask.ts'
import { readReceiveAsk } from './read-receive-ask.ts'
import { readScript } from './read-script.ts'

export interface ControlAnswer {
  readonly status: number
  readonly body: unknown
}

/** The control calls of rule E1: bad input is a 400 with the reason, an unknown object a 404. */
export function openControlCalls(
  thread: NodeThread,
  service: ServiceSide | undefined,
): (call: string, body?: unknown) => Promise<ControlAnswer> {
  return async (call, body) => {
    const handle = Object.hasOwn(CALLS, call) ? CALLS[call] : undefined
    if (handle === undefined) return { status: 404, body: { detail: `Use one of: ${Object.keys(CALLS).join(', ')}.` } }
    try {
      return { status: 200, body: (await handle({ thread, service }, body)) ?? {} }
    } catch (error) {
      const status = error instanceof ControlError ? error.status : 500
      return { status, body: { detail: (error as Error).message } }
    }
  }
}

interface Context {
  readonly thread: NodeThread
  readonly service: ServiceSide | undefined
}

type Handler = (context: Context, body: unknown) => Promise<unknown>

const DOWN_MODES = ['refuse', 'hang', 'reset', 'slow'] as const
const SLOW_MS = 1_000

const CALLS: Readonly<Record<string, Handler>> = {
  'POST /invoice': ({ thread }, body) => thread.ask('invoice', readInvoiceAsk(body)),
  'POST /script': ({ thread }, body) => thread.ask('script', readScript(body)),
  'POST /settle': ({ thread }, body) => {
    const fields = readBody(body, ['hash', 'fee_msat', 'preimage'])
    const preimage = optional(fields, 'preimage', hexIn)
    return thread.ask('settle', {
      hash: hexIn(fields, 'hash'),
      feeMsat: optional(fields, 'fee_msat', amountIn) ?? 0,
      preimage,
    })
  },
  'POST /fail': ({ thread }, body) => {
    const fields = readBody(body, ['hash', 'code'])
    return thread.ask('fail', { hash: hexIn(fields, 'hash'), code: optional(fields, 'code', textIn) ?? 'no_route' })
  },
  'POST /receive': async ({ thread }, body) => {
    const { hash, receipts } = await thread.ask('receive', readReceiveAsk(body))
    return {
      hash,
      receipts: receipts.map(({ receiptId, kind, amountMsat }) => ({
        receipt_id: receiptId,
        kind,
        amount_msat: amountMsat,
      })),
    }
  },
  'POST /expire_htlc': ({ thread }, body) =>
    thread.ask('expire-htlc', { hash: hexIn(readBody(body, ['hash']), 'hash') }),
  'POST /down': ({ thread }, body) => {
    const fields = readBody(body, ['mode', 'ms'])
    const ms = optional(fields, 'ms', amountIn) ?? SLOW_MS
    return thread.ask('down', { mode: oneOf(fields, 'mode', DOWN_MODES), ms })
  },
  'POST /up': ({ thread }) => thread.ask('up', {}),
  'POST /release': ({ thread }, body) => thread.ask('release', { name: textIn(readBody(body, ['name']), 'name') }),
  'GET /truth': ({ thread }) => thread.ask('truth', {}),
  'GET /state': ({ service }) => present(service).state(),
  'POST /resume': ({ service }) => present(service).resume(),
}

function present(service: ServiceSide | undefined): ServiceSide {
  if (service === undefined) throw new ControlError('not_found', 'No service stands behind this node.')
  return service
}
