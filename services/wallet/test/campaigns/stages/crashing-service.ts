import { createLog } from '@satchel/http/log'
import { serve } from '@satchel/http/serve'
import Sqlite from 'better-sqlite3'
import { readConfig } from '../../../src/config/config.ts'
import { BUILT_INS } from '../../../src/extensions/built-ins.ts'
import { createWalletService, type WalletService } from '../../../src/wiring/app.ts'
import { asPackages } from '../../world/as-packages.ts'
import { hideExactBalance } from '../../world/hide-exact-balance.ts'

/**
 * The service as `main.ts` starts it, in a process that dies at a certain call, as by `kill -9`. The call is named
 * in CRASH_AT or, later, by a message: `before open-send`, `after settle-outgoing`, `before pay`, `before any 7`.
 * CLOCK_SHIFT_SECONDS shifts its clock; EXACT_BALANCE=off makes its node one without an exact balance;
 * EXTENSIONS=sandbox runs its extensions as packages.
 */
async function main(): Promise<void> {
  const crash = createCrash(process.env['CRASH_AT'])
  dieInsideMigration(process.env['CRASH_IN_MIGRATION'])
  const read = readConfig(process.env)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const { config } = read
  const log = createLog('wallet')
  const shiftMs = Number(process.env['CLOCK_SHIFT_SECONDS'] ?? 0) * 1000
  const clock = (): number => Date.now() + shiftMs
  const builtIns = await asPackages(BUILT_INS, clock)
  const service = await createWalletService({ config, log, clock, processMetrics: true, builtIns })
  if (process.env['EXACT_BALANCE'] === 'off') hideExactBalance(service.funding)
  dieAt(service, crash)
  process.on('message', (at: string) => {
    crash.arm(at)
    process.send?.('armed')
  })
  await service.checkBooks()
  const url = await serve({ app: service.app, host: config.host, port: config.port, log, stop: service.stop })
  await service.start()
  // Unlike main.ts, this reports that it listens only after the recovery, for which campaigns wait.
  await service.recover()
  log.info({ url }, `wallet service listens on ${url}`)
  log.flush()
}

interface Crash {
  arm(at: string): void
  /** Dies here if this is the chosen call. */
  reached(when: 'before' | 'after', call: string): void
}

function createCrash(first: string | undefined): Crash {
  let [when, wanted, left] = readPlace(first)
  return {
    arm(at) {
      ;[when, wanted, left] = readPlace(at)
    },
    reached(now, call) {
      if (now !== when || (wanted !== 'any' && wanted !== call)) return
      left -= 1
      if (left === 0) process.kill(process.pid, 'SIGKILL')
    },
  }
}

function readPlace(text: string | undefined): [string, string, number] {
  const [when = '', call = '', nth = '1'] = (text ?? '').split(' ')
  return [when, call, Number(nth)]
}

const NODE_CALLS = ['pay', 'outgoingStatus', 'createInvoice', 'closeInvoice', 'settleHold', 'cancelHold'] as const

/** Wraps every command and every call of the node, which are counted in the order of the service. */
function dieAt({ db, funding }: WalletService, crash: Crash): void {
  const { transact } = db
  const dying: typeof transact = async (command, input) => {
    crash.reached('before', command.name)
    const answer = await transact(command, input)
    crash.reached('after', command.name)
    return answer
  }
  Object.assign(db, { transact: dying })
  for (const name of NODE_CALLS) {
    const call = funding[name] as (...input: readonly unknown[]) => Promise<unknown>
    Object.assign(funding, {
      [name]: async (...input: readonly unknown[]) => {
        crash.reached('before', name)
        const answer = await call(...input)
        crash.reached('after', name)
        return answer
      },
    })
  }
}

/** SQLite migrates on this thread: the process dies after this many statements. */
function dieInsideMigration(after: string | undefined): void {
  if (after === undefined) return
  const exec = Sqlite.prototype.exec
  let left = Number(after)
  Sqlite.prototype.exec = function (this: Sqlite.Database, sql: string) {
    const done = exec.call(this, sql)
    if (!this.name.endsWith('.lock')) left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return done
  }
}

await main()
