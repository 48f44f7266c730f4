import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { STORED_AS } from '../admin/settings/setting-changes.ts'
import type { Change, Database } from '../db/database.ts'
import { insertAccountExtension } from '../extensions/system/stores/account-store.ts'
import type { KeyVault } from '../wallets/wallet-keys.ts'
import { countForeignItems } from './items/foreign-items.ts'
import { importItems } from './items/import-items.ts'
import type { Lnbits } from './reading/open-lnbits.ts'
import { toBool, toText } from './reading/values.ts'
import type { Report } from './report.ts'
import type { Staged } from './staged.ts'
import { openBalances } from './translating/balances.ts'
import { joinPayments } from './translating/join-payments.ts'
import { readSettings, type Settings } from './translating/read-settings.ts'
import { readShown } from './translating/read-shown.ts'
import { readThere } from './translating/read-there.ts'
import { stagePayments } from './translating/stage-payments.ts'
import { stageShares } from './translating/stage-shares.ts'
import { stageShortLinks } from './translating/stage-short-links.ts'
import { type StagedUser, stageUsers } from './translating/stage-users.ts'
import { stageWallets } from './translating/stage-wallets.ts'

export interface StageAll {
  readonly lnbits: Lnbits
  readonly staged: Staged
  readonly report: Report
  readonly db: Database
  readonly vault: KeyVault
  readonly extensions: readonly AnyExtension[]
  readonly domains: readonly string[]
  /** Under which LNbits signed tokens of access lists; undefined: it is not known. */
  readonly tokenSecret: string | undefined
  readonly now: number
  readonly repairInternalFees: boolean
  /** Imported before: its existing rows are not conflicts. */
  readonly again: boolean
  readonly say: (line: string) => void
}

const SAY_EVERY = 100_000

/** Stages all rows on disk, in the form in which they will be written. */
export async function stageAll(given: StageAll): Promise<Settings> {
  const { lnbits, staged, report, db, vault, extensions, domains, tokenSecret, now, say } = given
  const there = await readThere(db, given.again)
  const settings = await readSettings(lnbits, report)
  const users = await stageUsers({
    lnbits,
    staged,
    report,
    vault,
    tokenSecret,
    settings,
    now,
    there,
    isTokenTaken: there.isTokenTaken,
  })
  const wallets = await stageWallets({ lnbits, staged, report, vault, users, now, ...there })
  stageShares({ staged, report, vault, users, wallets, now, isKeyTaken: there.isKeyTaken })
  let said = 0
  await stagePayments({
    lnbits,
    staged,
    report,
    findTaken: there.findTaken,
    context: { now, lnbitsDialect: lnbits.dialect, fake: settings.fake },
    hasWallet: (id) => wallets.own.has(id),
    isOther: (id) => wallets.others.has(id),
    progress(rows) {
      if (rows - said < SAY_EVERY) return
      said = rows
      say(`  read ${rows} payments`)
    },
  })
  joinPayments(staged, report, settings.throwAwaySecret)
  await readShown(lnbits, staged, report)
  openBalances({ staged, report, now, repairInternalFees: given.repairInternalFees })
  const uses = createUses(staged, now)
  const { isRowTaken, isItemKeyTaken: isKeyTaken } = there
  await importItems({
    lnbits,
    extensions,
    staged,
    report,
    vault,
    wallets,
    domains,
    now,
    isRowTaken,
    isKeyTaken,
    use: (userId, extId) => uses.add(userId, extId, true),
  })
  await stageUses(given, users, uses)
  await stageShortLinks({ lnbits, staged, report, wallets, now, isTaken: there.isShortLinkTaken })
  stageSettings(given, settings, there.isEmpty)
  return settings
}

/** The extensions of each account; one with items is active, whatever LNbits' row says. */
function createUses(staged: Staged, now: number) {
  const known = new Set<string>()
  return {
    add(userId: string, extId: string, active: boolean): void {
      const key = `${userId} ${extId}`
      if (known.has(key)) return
      known.add(key)
      staged.add(insertAccountExtension(userId, extId, active, now))
    },
  }
}

async function stageUses(
  { lnbits, staged, report, extensions }: StageAll,
  users: ReadonlyMap<string, StagedUser>,
  uses: ReturnType<typeof createUses>,
): Promise<void> {
  const ours = new Set(extensions.map(({ manifest }) => manifest.id))
  const others = new Map<string, number>()
  for await (const page of lnbits.tables.pages('extensions')) {
    staged.together(() => {
      for (const row of page) {
        const user = users.get(toText(row['user']))
        const id = toText(row['extension'])
        if (user !== undefined && ours.has(id)) uses.add(user.id, id, toBool(row['active']))
        else if (toBool(row['active'])) others.set(id, (others.get(id) ?? 0) + 1)
      }
    })
  }
  for (const [id, n] of others) {
    report.leaveOut(`users of ${id}`, 'this service has no such extension', n)
    report.leaveOut(`items of ${id}`, 'this service has no such extension', await countForeignItems(lnbits, id))
  }
}

/** Only into an empty installation: elsewhere an administrator has decided already. */
function stageSettings({ staged, report }: StageAll, { ours }: Settings, isEmpty: boolean): void {
  if (!isEmpty) {
    if (ours.length > 0) {
      report.leaveOut(
        'settings',
        'this service has users, so its own settings stay',
        ours.length,
        ours.map(({ name }) => name).join(', '),
      )
    }
    return
  }
  staged.add(...ours.map(({ name, value }) => setting(name, value)))
}

const setting = (name: string, value: unknown): Change => ({
  sql: 'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
  params: [STORED_AS + name, JSON.stringify(value)],
})
