import { ServiceError, unavailable } from '@satchel/http/service-error'
import { type Change, type Command, defineCommand, type Reader, type Tx } from '../db/database.ts'

/** Outgoing payments stop, in all processes and across restarts, until an operator resumes them (rule A56). */
export const haltPayments = (reason: string): Change => ({
  sql: `INSERT INTO settings (name, value) VALUES ('halted', $1) ON CONFLICT (name) DO NOTHING`,
  params: [reason],
})

/** Outgoing payments resume. */
export const liftHalt: Change = { sql: `DELETE FROM settings WHERE name = 'halted'`, params: [] }

/** Why payments are halted; undefined = they are not. */
export const findHalt = (reader: Reader): Promise<string | undefined> =>
  reader.first(`SELECT value FROM settings WHERE name = 'halted'`, [], (row: { value: string }) => row.value)

/**
 * Outgoing payments wait until the node has been compared with the books, because committed transactions may be lost. A
 * comparison without differences lifts this.
 */
export const requireComparison = (reason: string): Change => ({
  sql: `INSERT INTO settings (name, value) VALUES ('unverified', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  params: [reason],
})

/** Why the node must be compared with the books before anything is sent; undefined = no comparison is needed. */
export const findComparisonDue = (reader: Reader): Promise<string | undefined> =>
  reader.first(`SELECT value FROM settings WHERE name = 'unverified'`, [], (row: { value: string }) => row.value)

/** The node has been compared with the books. */
export const liftComparison: Change = { sql: `DELETE FROM settings WHERE name = 'unverified'`, params: [] }

/** Why nothing may leave: `name` is `halted` or `unverified`. */
export const HALTS = `SELECT name FROM settings WHERE name IN ('halted', 'unverified')`

/** The first line of every command that sends money. */
export async function requireNotHalted(tx: Tx): Promise<void> {
  const [found] = await tx.list(`${HALTS} ORDER BY name`, [], (row: { name: string }) => row.name)
  if (found === 'halted')
    throw new ServiceError({
      status: 500,
      code: 'payments_halted',
      detail: 'Payments halted: the operator is looking into it.',
    })
  if (found === undefined) return
  throw unavailable('Payments wait for a comparison of the node with the books; retry in a minute.', {
    code: 'payments_paused',
  })
}

export interface Alarm {
  readonly kind: string
  /** The subject: a payment, a receipt. Each has one alarm of a kind. */
  readonly reference: string
  readonly detail: string
  readonly at: number
}

/** A problem that an operator must know. */
export const raiseAlarm = ({ kind, reference, detail, at }: Alarm): Change => ({
  sql: `INSERT INTO alarms (kind, reference, detail, at) VALUES ($1, $2, $3, $4) ON CONFLICT (kind, reference) DO NOTHING`,
  params: [kind, reference, detail, at],
})

/**
 * For a recurring cause: reopens an acknowledged alarm, with the new detail and time. An open one is unchanged. Not for
 * steps that book money when their alarm is new.
 */
export async function raiseAlarmAgain(tx: Tx, alarm: Alarm): Promise<void> {
  if ((await tx.run(raiseAlarm(alarm))) === 1) return
  const { kind, reference, detail, at } = alarm
  await tx.run({
    sql: `UPDATE alarms SET acknowledged_at = NULL, acknowledged_by = NULL, detail = $3, at = $4
          WHERE kind = $1 AND reference = $2 AND acknowledged_at IS NOT NULL`,
    params: [kind, reference, detail, at],
  })
}

/** Newest first. */
export const listAlarms = (reader: Reader, limit: number): Promise<Alarm[]> =>
  reader.list(
    'SELECT kind, reference, detail, at FROM alarms ORDER BY id DESC LIMIT $1',
    [limit],
    (row: { kind: string; reference: string; detail: string; at: bigint }) => ({ ...row, at: Number(row.at) }),
  )

export const stopPayments = defineCommand({
  name: 'halt-payments',
  run: async (tx, { reason, at }: { reason: string; at: number }) => {
    const alarm = { kind: 'halt', reference: reason, detail: reason, at }
    // While payments are halted the cause has not recurred; it persists.
    if ((await tx.run(haltPayments(reason))) === 1) await raiseAlarmAgain(tx, alarm)
    else await tx.run(raiseAlarm(alarm))
  },
})

export const resumePayments = defineCommand({
  name: 'resume-payments',
  run: (tx, _input: Record<string, never>) => tx.run(liftHalt),
})

/** Payments halted and resumed. */
export const HALT_COMMANDS: readonly Command<never, unknown>[] = [resumePayments, stopPayments]
