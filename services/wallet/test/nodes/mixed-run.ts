import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../campaigns/eventually.ts'
import { type SeededRandom, seededRandom } from '../campaigns/seeded-random.ts'
import type { StageWallet } from '../campaigns/stages/stage-client.ts'
import { type NodeStage, untilNodeIsAway } from './node-stage.ts'

export interface MixedRun {
  readonly receives: number
  readonly sends: number
  /** For a payment that has been pending for a minute: nothing more can become of it. */
  readonly isLost: (paymentHash: string) => Promise<boolean>
  /** Payments of each direction at the same time. */
  readonly atOnce?: number
  /** One after another, spread over the run. */
  readonly troubles?: readonly Trouble[]
  readonly expirySeconds?: number
}

/** The counts of a run. */
export interface MixedRunFigures {
  readonly seconds: number
  /** Payment requests, the first one of each invoice included. */
  readonly sendCalls: number
  /** Invoices that expired before they were paid: a request that LND never got is given back only then. */
  readonly expired: number
  /** Payments that outsiders began, the first for each invoice included. */
  readonly payerTries: number
  /** Payments that the router kept until it was restarted. */
  readonly kept: number
  /** Payments that never ended; another one was sent for each. */
  readonly lost: number
}

export type Trouble = 'kill the service' | 'cut the line' | 'stop the node' | 'kill the node'

const TROUBLES: readonly Trouble[] = [
  'kill the service',
  'cut the line',
  'kill the service',
  'stop the node',
  'cut the line',
  'kill the service',
  'kill the node',
  'cut the line',
  'kill the service',
  'kill the service',
]
const WALLETS = 4
/** Twice what the sends of a run need. */
const FILLED_SAT = 300_000
const AT_ONCE = 6
const MAX_SAT = 2000
const TRY_AGAIN_MS = 200
const EXPIRY_SECONDS = 60
/** After this time a pending payment is checked for being lost. */
const LOST_AFTER_MS = 60_000
/** The timeout of one payment, with all faults. */
const END_MS = 400_000

/**
 * Payments both ways while service, node and line fail. Whatever is refused or gets lost is tried again at once, as an
 * impatient user does, until the service says that it is paid.
 */
export async function mixedRun(stage: NodeStage, options: MixedRun): Promise<MixedRunFigures> {
  const since = performance.now()
  const random = seededRandom('a mixed run on real nodes')
  const wallets: StageWallet[] = []
  for (let count = 0; count < WALLETS; count += 1) wallets.push(await stage.openWallet(FILLED_SAT))
  const { receives, sends, isLost, atOnce = AT_ONCE, troubles = TROUBLES, expirySeconds = EXPIRY_SECONDS } = options
  const run: Running = {
    stage,
    random,
    isLost,
    expirySeconds,
    sendCalls: 0,
    expired: 0,
    payerTries: 0,
    kept: 0,
    lost: 0,
    done: 0,
  }
  const jobs = { receives, sends }
  const work = async (kind: keyof typeof jobs): Promise<void> => {
    while (jobs[kind] > 0) {
      jobs[kind] -= 1
      const wallet = random.pick(wallets)
      await (kind === 'sends' ? send(run, wallet) : receive(run, wallet))
      run.done += 1
    }
  }
  const workers = (['receives', 'sends'] as const).flatMap((kind) => Array.from({ length: atOnce }, () => work(kind)))
  await Promise.all([...workers, makeTrouble(run, troubles, receives + sends)])
  const { sendCalls, expired, payerTries, kept, lost } = run
  return { seconds: (performance.now() - since) / 1000, sendCalls, expired, payerTries, kept, lost }
}

interface Running {
  readonly stage: NodeStage
  readonly random: SeededRandom
  readonly isLost: MixedRun['isLost']
  readonly expirySeconds: number
  sendCalls: number
  expired: number
  payerTries: number
  kept: number
  lost: number
  done: number
}

type SendEnd = 'paid' | 'expired' | 'lost'

async function send(run: Running, wallet: StageWallet): Promise<void> {
  const { stage, random, expirySeconds } = run
  const amountMsat = BigInt(1000 + random.int(MAX_SAT * 1000))
  for (let end: SendEnd | undefined; end !== 'paid'; ) {
    const { bolt11, paymentHash } = await stage.payee.invoice(amountMsat, { expirySeconds })
    const madeAt = Date.now()
    end = await untilDone<SendEnd>(`${paymentHash} is paid`, async () => {
      const { status } = await stage.readPayment(wallet, paymentHash)
      if (status === 'success') return 'paid'
      const age = Date.now() - madeAt
      if (status === 'pending') return age >= LOST_AFTER_MS && (await run.isLost(paymentHash)) ? 'lost' : undefined
      if (age >= expirySeconds * 1000) return 'expired'
      run.sendCalls += 1
      await stage.send(wallet, bolt11)
      return undefined
    })
    if (end === 'expired') run.expired += 1
    if (end === 'lost') run.lost += 1
  }
}

async function receive(run: Running, wallet: StageWallet): Promise<void> {
  const { stage, random } = run
  const amountSat = 1 + random.int(MAX_SAT)
  const { bolt11, checking_id: id } = await untilDone('an invoice is made', () => stage.invoice(wallet, amountSat))
  await untilDone(`${id} is paid by its payer`, async () => {
    run.payerTries += 1
    const paid = await stage.payee.pay(bolt11).catch((error: Error) => {
      if (/already paid/.test(error.message)) return { status: 'SUCCEEDED' }
      throw error
    })
    return paid.status === 'SUCCEEDED' || undefined
  })
  await untilDone(
    `${id} is credited`,
    async () => (await stage.readPayment(wallet, id)).status === 'success' || undefined,
  )
}

/** Retries failed requests, because the service, its node or the line may be down. */
async function untilDone<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + END_MS
  for (let last: unknown; ; ) {
    const result = await attempt().catch((error: unknown) => {
      last = error
      return undefined
    })
    if (result !== undefined) return result
    if (Date.now() > deadline) throw new Error(`not within ${END_MS} ms: ${what}`, { cause: last })
    await pause(TRY_AGAIN_MS)
  }
}

async function makeTrouble(run: Running, troubles: readonly Trouble[], total: number): Promise<void> {
  for (const [place, trouble] of troubles.entries()) {
    const from = Math.floor((total * (place + 1)) / (troubles.length + 1))
    await eventually(`${from} of ${total} are done`, async () => run.done >= from, END_MS)
    await HOW[trouble](run)
  }
}

const HOW: Readonly<Record<Trouble, (run: Running) => Promise<void>>> = {
  'kill the service': ({ stage }) => stage.restart(),
  async 'cut the line'({ stage }) {
    stage.line.cut()
    await untilNodeIsAway(stage)
    stage.line.mend()
  },
  'stop the node': (run) => restartNode(run, 'stop'),
  'kill the node': (run) => restartNode(run, 'kill'),
}

async function restartNode(run: Running, how: 'stop' | 'kill'): Promise<void> {
  const { ours } = run.stage.network
  await ours[how]()
  await untilNodeIsAway(run.stage)
  await ours.start()
  await run.stage.network.untilConnected()
  run.kept += await run.stage.network.untilForwarded()
}
