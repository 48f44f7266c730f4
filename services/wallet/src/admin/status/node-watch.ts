import { type CurrentTrouble, describeTrouble, type TroubleKind } from '@satchel/lightning/port/node-trouble'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { within } from '../../base/within.ts'
import type { Database } from '../../db/database.ts'
import type { FundingSources } from '../../funding/funding-sources.ts'
import type { OwnSource } from '../../funding/own-source.ts'
import type { Alarm } from '../../ledger/halt.ts'
import { raiseNodeAlarms } from './node-alarm-store.ts'

export interface NodeWatchDeps {
  readonly db: Database
  readonly clock: Clock
  readonly funding: Pick<FundingSources, 'all'>
}

export interface NodeWatch {
  /** Asks each node how it is when that is due, and raises an alarm for each trouble that stays. */
  check(): Promise<void>
}

/** Hosted nodes limit how often they are asked. */
const ASK_EVERY_SECONDS = 60
const ASK_MS = 10_000

/** Seconds for which a trouble may last without an operator: a restarting node is down, then starting, then behind. */
const PATIENCE: Readonly<Partial<Record<TroubleKind, number>>> = {
  unreachable: 300,
  starting: 300,
  locked: 60,
  out_of_sync: 600,
}

/**
 * Without payments nothing would show that a node is behind, has no coins or rejects its credential: each node is
 * polled for its report. Troubles are logged where they occur; here they become alarms.
 */
export function createNodeWatch({ db, clock, funding }: NodeWatchDeps): NodeWatch {
  let askedAt = Number.NEGATIVE_INFINITY
  let raised = new Set<string>()

  const askAll = async (now: number): Promise<void> => {
    if (now - askedAt < ASK_EVERY_SECONDS) return
    askedAt = now
    // The adapter notices a node that does not answer.
    const asked = funding.all.map(({ info, balance }) => (info ?? balance)().catch(() => undefined))
    await within(ASK_MS, Promise.all(asked))
  }
  return {
    async check() {
      await askAll(unixSeconds(clock))
      const now = unixSeconds(clock)
      const lasting = funding.all.flatMap((source) =>
        source.health
          .troubles()
          .filter(({ kind, since }) => now - since >= (PATIENCE[kind] ?? 0))
          .map((trouble) => ({
            key: `${referenceOf(source, trouble)} ${trouble.kind} ${trouble.since}`,
            source,
            trouble,
          })),
      )
      const news = lasting.filter(({ key }) => !raised.has(key))
      const alarms = news.map(({ source, trouble }) => toAlarm(source, trouble, now))
      if (alarms.length > 0) await db.transact(raiseNodeAlarms, { alarms })
      raised = new Set(lasting.map(({ key }) => key))
    },
  }
}

const referenceOf = ({ kind }: Pick<OwnSource, 'kind'>, { variable }: CurrentTrouble): string =>
  variable === undefined ? kind : `${kind} ${variable}`

const toAlarm = (source: Pick<OwnSource, 'kind'>, trouble: CurrentTrouble, at: number): Alarm => ({
  kind: nodeAlarmOf(trouble.kind),
  reference: referenceOf(source, trouble),
  detail: describeTrouble(trouble),
  at,
})

const nodeAlarmOf = (kind: TroubleKind): string => `node-${kind.replaceAll('_', '-')}`
