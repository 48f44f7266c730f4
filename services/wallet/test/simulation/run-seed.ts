import { randomChunk } from '../../src/base/ids.ts'
import { createChance } from './chance.ts'
import {
  type Broken,
  checkAcknowledged,
  checkAlarms,
  checkAudit,
  checkEnded,
  checkKeys,
  checkNode,
  checkNoFalseHalt,
  checkRestored,
} from './check-invariants.ts'
import { restoreCalmNode, strike, troubleCommits } from './faults.ts'
import { setNature } from './install-virtual-time.ts'
import { GOOD_WEATHER } from './node-line.ts'
import { chooseProfile } from './profile.ts'
import { readBooks } from './read-books.ts'
import { createStage, type Stage } from './stage.ts'
import { createTrace, type Trace } from './trace.ts'
import type { TwinDatabase } from './twin-database.ts'
import { createVirtualTime } from './virtual-time.ts'
import { type Clients, createClients, PROBES } from './workload.ts'

export interface RunResult {
  readonly seed: number
  readonly broken: readonly Broken[]
  readonly digest: string
  readonly tail: readonly string[]
  readonly events: number
  readonly simulatedMs: number
}

/** `print`: every line of the trace goes there. */
export async function runSeed(seed: number, twin: TwinDatabase, print?: (line: string) => void): Promise<RunResult> {
  const chance = createChance(seed)
  const time = createVirtualTime()
  const trace = createTrace(time, print)
  twin.reset()
  setNature({ time, chance })
  // Random bytes that the service has cached in an earlier run.
  randomChunk(8192)
  const rejected: Broken[] = []
  const onRejection = (error: unknown): void => {
    rejected.push({ invariant: 'no rejection goes unnoticed', what: String((error as Error).stack ?? error) })
  }
  process.on('unhandledRejection', onRejection)
  try {
    const broken = await play(createStage({ time, chance }, trace, chooseProfile(chance), twin))
    const result = { seed, digest: trace.digest(), events: time.events(), simulatedMs: time.now() }
    return { ...result, broken: [...broken, ...rejected], tail: trace.tail(200) }
  } finally {
    process.off('unhandledRejection', onRejection)
    setNature(undefined)
  }
}

async function play(stage: Stage): Promise<Broken[]> {
  const { trace, profile } = stage
  const clients = createClients(stage)
  const haltedOver = followHalts(stage, trace)
  const broken: Broken[] = []
  trace.note(`plays ${JSON.stringify(profile)}`)
  // Both processes have started, and the first comparison of the node with the books has stored where it ended.
  await stage.nature.time.runUntil(PRELUDE_MS)
  if (!profile.hasOldBackups) stage.oldestBackup = stage.server.twin.stored().length
  troubleCommits(stage)
  await workThroughFaults(stage, clients, broken)
  if (profile.hasLongOutage) await sitOutLongOutage(stage, broken)
  await calmDown(stage, clients)
  const books = readBooks(stage)
  broken.push(
    ...checkAudit(stage),
    ...checkAcknowledged(stage, clients, books),
    ...checkKeys(stage, clients),
    ...checkNode(stage, books, haltedOver()),
    ...checkRestored(stage, books),
    ...checkEnded(stage, books),
    ...checkNoFalseHalt(stage, books, haltedOver()),
    ...checkAnswers(stage, clients),
  )
  return broken
}

async function workThroughFaults(stage: Stage, clients: Clients, broken: Broken[]): Promise<void> {
  const { time, chance } = stage.nature
  const { steps, pauseMs } = stage.profile
  for (let step = 0; step < steps; step += 1) {
    if (chance.percent(12)) strike(stage, clients)
    else clients.act()
    if (step === steps >> 1) broken.push(...checkAudit(stage))
    // Sometimes several requests come at the same time.
    if (chance.percent(80)) await time.runUntil(time.now() + chance.between(1, pauseMs))
  }
}

const PRELUDE_MS = 3000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Long enough for several rounds of every duty. */
const ROUNDS_MS = 12_000

/** The node is down for more than a day, and the service keeps polling it. */
async function sitOutLongOutage(stage: Stage, broken: Broken[]): Promise<void> {
  const { nature, weather, trace, machines } = stage
  trace.note('the node goes away for more than a day')
  for (const machine of machines) machine.setClockRight()
  for (const hours of [7, 7, 7, 7, 0]) {
    // A shorter outage may end meanwhile.
    weather.isDown = true
    nature.time.leap(hours * HOUR_MS)
    await nature.time.runUntil(nature.time.now() + ROUNDS_MS)
  }
  // The duty that raises alarms runs every minute, and one of its runs may meet a fault of the database.
  weather.isDown = true
  await nature.time.runUntil(nature.time.now() + 3 * MINUTE_MS)
  broken.push(...checkAlarms(stage, readBooks(stage)))
}

/** Ends all faults and all payments of the node, and lets enough time pass. */
async function calmDown(stage: Stage, clients: Clients): Promise<void> {
  const { nature, weather, trace, machines, lnd } = stage
  const { time } = nature
  trace.note('all faults end')
  stage.isCalm = true
  Object.assign(weather, { isDown: false, ...GOOD_WEATHER })
  for (const machine of machines) machine.setClockRight()
  const goOn = async (leaps: readonly number[]): Promise<void> => {
    for (const minutes of leaps) {
      time.leap(minutes * MINUTE_MS)
      await time.runUntil(time.now() + ROUNDS_MS)
    }
  }
  // Lets late requests arrive and periodic work become due.
  await goOn([0, 1, 2, 3])
  lnd.endAll()
  await goOn([0])
  // Connections that died silently while they were idle fail the first requests that use them.
  clients.probe()
  await goOn([0, 1])
  clients.probe()
  await goOn([0])
  restoreCalmNode(stage)
  await goOn([0, 1, 1])
  // Past the expiry of every invoice, and the grace that the service gives after it.
  await goOn([0, 75, 15, 15])
}

/** Why payments were ever halted, as the database says after each transaction. */
function followHalts({ server }: Stage, trace: Trace): () => readonly string[] {
  const seen = new Set<string>()
  server.onStored = () => {
    const [row] = server.twin.list(`SELECT value FROM settings WHERE name = 'halted'`, [], false) as { value: string }[]
    if (row === undefined || seen.has(row.value)) return
    seen.add(row.value)
    trace.note(`payments are halted: ${row.value}`)
  }
  return () => [...seen]
}

/** Checks that no request is unanswered, and that both processes answer new ones. */
function checkAnswers({ machines }: Stage, clients: Clients): Broken[] {
  return machines.flatMap((machine) => [
    ...machine.open().map((what) => ({ invariant: 'every request is answered', what: `${machine.name}: ${what}` })),
    ...PROBES.filter((probe) => clients.probed.get(`${machine.name} ${probe}`) !== 'done').map((probe) => ({
      invariant: 'the service works again',
      what: `${machine.name} ${probe}: ${clients.probed.get(`${machine.name} ${probe}`) ?? 'no answer'}`,
    })),
  ])
}
