import type { Imported, ImportOptions } from '../../../src/import-lnbits/import-from.ts'
import type { ReportJson } from '../../../src/import-lnbits/report.ts'
import { type Answer, openWorld, type World, type WorldOptions } from '../open-world.ts'
import { type BuiltLnbits, buildLnbits } from './build-lnbits.ts'
import { importBuilt } from './import-built.ts'
import type { LnbitsRows } from './lnbits-tables.ts'
import { hex } from './small-lnbits.ts'

/** A world after the import of an LNbits. `close` drops the LNbits, too. */
export interface ImportedWorld extends World {
  readonly lnbits: BuiltLnbits
  readonly outcome: Imported
  readonly report: ReportJson
  /** Millisatoshis, as the service answers, of the wallet that was built under this word. */
  balance(word: string): Promise<Answer['body']>
}

export interface ImportedWorldOptions
  extends Pick<WorldOptions, 'dialect' | 'env' | 'builtIns'>,
    Partial<Omit<ImportOptions, 'show'>> {
  /** The rows of the LNbits. `now`: Unix seconds of the world. */
  readonly rows: (now: number) => LnbitsRows
}

/** Opens a world, builds an LNbits and imports it; the other options are those of the import. */
export async function openImportedWorld(options: ImportedWorldOptions): Promise<ImportedWorld> {
  const { dialect, env = {}, builtIns, rows, ...more } = options
  const world = await openWorld({ dialect, env, builtIns })
  const { close } = world
  const lnbits = await buildLnbits({ dialect, rows: rows(world.nowSeconds()) })
  let report: ReportJson | undefined
  const outcome = await importBuilt(world, lnbits, { ...more, show: (found) => void (report = found) })
  if (report === undefined) throw new Error('the import showed no report')
  return Object.assign(world, {
    lnbits,
    outcome,
    report,
    balance: (word: string) => balanceOf(world, word),
    async close() {
      await lnbits.drop()
      await close()
    },
  })
}

/** Millisatoshis, as the service answers, of the wallet that was built under this word. */
export const balanceOf = async (world: World, word: string): Promise<Answer['body']> =>
  (await world.call('GET', '/api/v1/wallet', { key: hex(`${word} admin`) })).body.balance
