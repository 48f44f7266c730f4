import { BUILT_INS } from '../../../src/extensions/built-ins.ts'
import { type ImportOptions, importFrom } from '../../../src/import-lnbits/import-from.ts'
import type { World } from '../open-world.ts'
import type { BuiltLnbits } from './build-lnbits.ts'

/** Imports a built LNbits into the database of a world, confirmed and without a backup. */
export const importBuilt = (world: World, { place }: Pick<BuiltLnbits, 'place'>, more: Partial<ImportOptions> = {}) =>
  importFrom({
    place,
    db: world.db,
    vault: world.service.vault,
    folder: process.env['TMPDIR'] ?? '/tmp',
    extensions: BUILT_INS,
    domains: ['127.0.0.1:5000', 'shop.example'],
    sourceKind: 'simulated',
    formerKind: undefined,
    otherNode: false,
    now: world.nowSeconds(),
    repairInternalFees: false,
    dryRun: false,
    say: () => undefined,
    show: () => undefined,
    confirm: async () => true,
    beforeWriting: async () => undefined,
    ...more,
  })
