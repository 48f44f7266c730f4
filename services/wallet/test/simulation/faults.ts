import { GOOD_WEATHER } from './node-line.ts'
import type { Fault } from './profile.ts'
import { findRemembered, hasLostWitness, readBooks } from './read-books.ts'
import type { CommitFault } from './server-state.ts'
import type { Stage } from './stage.ts'
import { WORLD } from './virtual-time.ts'
import type { Clients } from './workload.ts'

const DAY_MS = 86_400_000
const COMMIT_FAULTS: readonly CommitFault[] = [
  'cut-before',
  'cut-after',
  'silent-before',
  'silent-after',
  'crash-before',
  'crash-after',
  'stall',
]

/** Causes one of the seed's faults. */
export function strike(stage: Stage, clients: Clients): void {
  const { faults } = stage.profile
  if (faults.length > 0) FAULTS[stage.nature.chance.pick(faults)](stage, clients)
}

/** At a calm node all payments have been compared, so the stored position is not at the beginning. */
export function restoreCalmNode(stage: Stage): void {
  if (stage.profile.restoresCalmNode) restoreNode(stage)
}

/** COMMITs meet faults from now on, until the calm at the end of the run. */
export function troubleCommits(stage: Stage): void {
  const { chance } = stage.nature
  stage.server.onCommit = () =>
    !stage.isCalm && chance.percent(stage.profile.commitFaultPercent) ? chance.pick(COMMIT_FAULTS) : 'none'
}

const FAULTS: Readonly<Record<Fault, (stage: Stage, clients: Clients) => void>> = {
  crash: (stage) => lose(stage, {}),
  promote: (stage) => lose(stage, { course: 'timeline' }),
  'promote-with-loss': (stage) => lose(stage, { course: 'timeline', dropping: 1 + stage.nature.chance.int(6) }),
  restore(stage) {
    const { chance } = stage.nature
    const dropping = 1 + chance.int(Math.max(1, stage.server.twin.stored().length - stage.oldestBackup))
    lose(stage, { course: chance.percent(50) ? 'timeline' : 'copy', dropping })
  },
  kill({ nature: { chance }, machines }) {
    chance.pick(machines).kill(chance.between(50, 8000))
  },
  freeze({ nature: { chance }, machines, trace }) {
    const machine = chance.pick(machines)
    const ms = chance.between(500, 40_000)
    trace.note(`${machine.name} is frozen for ${Math.round(ms)} ms`)
    machine.freeze(ms)
  },
  silence({ nature: { chance }, machines, trace }) {
    const machine = chance.pick(machines)
    trace.note(`the lines of ${machine.name} to the database fall silent`)
    machine.line().goSilent(chance.percent(50) ? 0 : chance.between(1000, 60_000))
  },
  cut({ nature: { chance }, machines, trace }) {
    const machine = chance.pick(machines)
    trace.note(`the lines of ${machine.name} to the database are cut`)
    machine.line().cut()
  },
  clock({ nature: { chance, time }, machines, trace }) {
    const machine = chance.pick(machines)
    const most = chance.pick([3000, 60_000, 3_600_000, DAY_MS, 40 * DAY_MS])
    const ms = Math.round(chance.between(-most, most))
    trace.note(`the clock of ${machine.name} steps by ${ms} ms`)
    machine.stepClock(ms)
    if (chance.percent(50)) time.schedule(WORLD, chance.between(1000, 60_000), machine.setClockRight)
  },
  'node-down'({ nature: { chance, time }, weather, trace }) {
    if (weather.isDown) return
    weather.isDown = true
    trace.note('the node is stopped')
    time.schedule(WORLD, chance.between(500, 40_000), () => {
      weather.isDown = false
      trace.note('the node is there again')
    })
  },
  'node-late'({ nature: { chance, time }, weather, trace }) {
    Object.assign(weather, { delayedPercent: 10, payDelayedPercent: 60, lostPercent: 5, answerLostPercent: 15 })
    trace.note('the line to the node is bad')
    time.schedule(WORLD, chance.between(1000, 60_000), () => {
      Object.assign(weather, GOOD_WEATHER)
      trace.note('the line to the node is good again')
    })
  },
  'node-restored'(stage) {
    // A restore hurts what the books know to be in flight then: it mostly waits for that.
    const isOneHeardOf = stage.lnd.listTries().some(({ state, reports }) => state === 'in_flight' && reports >= 2)
    if (isOneHeardOf || stage.nature.chance.percent(20)) restoreNode(stage)
  },
  'channel-closes'({ nature: { chance }, lnd, trace }) {
    const held = chance.pick(
      [...lnd.invoices.values()].filter(({ state, isClosing }) => state === 'held' && !isClosing),
    )
    if (held === undefined) return
    trace.note(`the channel of ${held.paymentHash.slice(0, 8)} is closed`)
    lnd.closeChannelOf(held.paymentHash, chance.percent(50) ? 'taken' : 'lost', chance.between(1000, 600_000))
  },
  hand({ nature: { chance }, lnd, trace }, { foreign, failed }) {
    const invoice = chance.pick(chance.percent(70) ? failed : foreign)
    if (invoice === undefined) return
    const { paymentHash, amountMsat, expiresAt } = invoice
    trace.note(`the operator pays ${paymentHash.slice(0, 8)} at the node`)
    lnd.pay(
      { paymentHash, amountMsat, feeLimitMsat: 10_000n, expiresAt, attemptId: undefined },
      { ends: chance.percent(80) ? 'settled' : 'failed', afterMs: chance.between(5, 5000) },
    )
  },
}

function restoreNode(stage: Stage): void {
  const { nature, lnd, weather, restores } = stage
  // Only once, because each restore makes more outcomes unknown.
  if (restores.length > 0 || weather.isDown) return
  const atMs = nature.time.now()
  restores.push({ atMs, canBeNoticed: findRemembered(readBooks(stage)).length > 0 })
  weather.isDown = true
  nature.time.schedule(WORLD, nature.chance.between(500, 20_000), () => {
    const how = nature.chance.percent(50) ? 'empty' : 'copy'
    lnd.restore(how)
    if (how === 'copy') restores[0] = { atMs, canBeNoticed: hasLostWitness(stage) }
    weather.isDown = false
    payNewByHand(stage)
  })
  nature.time.schedule(WORLD, nature.chance.between(90_000, 120_000), () => payNewByHand(stage))
}

/** The operator pays manually at a restored node, which numbers its payments from the start again. */
function payNewByHand({ lnd }: Stage): void {
  const { paymentHash, amountMsat, expiresAt } = lnd.foreignInvoice(1000n, 3600)
  const order = { paymentHash, amountMsat, feeLimitMsat: 10_000n, expiresAt, attemptId: undefined }
  lnd.pay(order, { ends: 'settled', afterMs: 100 })
}

function lose(stage: Stage, { course, dropping = 0 }: { course?: 'timeline' | 'copy'; dropping?: number }): void {
  const { server, nature, losses } = stage
  if (!server.isUp()) return
  const stored = server.twin.stored().length
  if (dropping > 0) losses.push(nature.time.now())
  server.crash({
    isSilent: nature.chance.percent(30),
    downMs: nature.chance.between(50, 6000),
    keep: Math.max(stage.oldestBackup, stored - dropping),
    ...(course !== undefined && { course }),
  })
}
