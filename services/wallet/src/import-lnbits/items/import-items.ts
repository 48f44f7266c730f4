import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { LnbitsTables } from '../reading/open-lnbits.ts'
import { toBool, toJson, toObject, toText } from '../reading/values.ts'
import { importInvoices } from './bills.ts'
import { importLncalendar, importLnticket } from './bookings.ts'
import { importSatspay, importTipjar } from './charges.ts'
import { importNwcprovider } from './connections.ts'
import { importCopilot } from './copilots.ts'
import { importBoltcards, importFossa } from './devices.ts'
import { importEvents } from './events.ts'
import { importScheduler, importScrub, importSplitpayments } from './forwarding.ts'
import { importHubLogins } from './hub-logins.ts'
import { importLnurlp, importWithdraw } from './links.ts'
import { importNostrnip5 } from './nostr-names.ts'
import { countUnfollowed } from './open-invoices.ts'
import { type Items, type OpenItems, openItems } from './open-items.ts'
import { importOfflineshop, importPaywall } from './selling.ts'
import { importBitcoinswitch } from './switches.ts'
import { importTpos } from './tills.ts'
import { importWalletAddresses } from './wallet-addresses.ts'
import { importWatchonly } from './watches.ts'

/** The importers of the extensions; tipjar before satspay, whose charges belong to tips. */
const TRANSLATIONS: Readonly<Record<string, (items: Items) => Promise<void>>> = {
  lnurlp: importLnurlp,
  withdraw: importWithdraw,
  boltcards: importBoltcards,
  tpos: importTpos,
  tipjar: importTipjar,
  satspay: importSatspay,
  paywall: importPaywall,
  events: importEvents,
  lnticket: importLnticket,
  lncalendar: importLncalendar,
  nostrnip5: importNostrnip5,
  splitpayments: importSplitpayments,
  scrub: importScrub,
  invoices: importInvoices,
  watchonly: importWatchonly,
  nwcprovider: importNwcprovider,
  bitcoinswitch: importBitcoinswitch,
  fossa: importFossa,
  offlineshop: importOfflineshop,
  copilot: importCopilot,
  scheduler: importScheduler,
}

/** What LNbits keeps with its wallets and is an item here. After the items of the extension, whose names win. */
const OF_CORE: Readonly<Record<string, (items: Items) => void | Promise<void>>> = {
  lnurlp: importWalletAddresses,
  lndhub: importHubLogins,
}

/** What LNbits tags invoices of its items with. */
const TAGS: Readonly<Record<string, string>> = {
  lnurlp: 'lnurlp',
  tpos: 'tpos',
  charge: 'satspay',
  paywall: 'paywall',
  events: 'events',
  lnticket: 'lnticket',
  lncalendar: 'lncalendar',
  nostrnip5: 'nostrnip5',
  invoices: 'invoices',
  Switch: 'bitcoinswitch',
  offlineshop: 'offlineshop',
  copilot: 'copilot',
}

const NO_TABLES =
  'LNbits has migrated its tables, and they are gone: the file or schema is empty or absent. Look for it in a backup'

/** LNbits may have stopped this long before its last recorded change. */
const MARGIN_SECONDS = 86_400

export interface ImportItems extends Omit<OpenItems, 'extension' | 'tables' | 'payableSince'> {
  readonly extensions: readonly AnyExtension[]
}

/** Imports the items of every extension that both have. Skips an extension that cannot be read. */
export async function importItems({ extensions, ...others }: ImportItems): Promise<void> {
  const { lnbits, staged, report } = others
  const byId = new Map(extensions.map((extension) => [extension.manifest.id, extension]))
  staged.run('CREATE INDEX payments_by_tag ON payments (tag, how)')
  const last = staged.first<{ at: number | null }>('SELECT MAX(updated) AS at FROM payments')?.at ?? others.now
  const given = { ...others, payableSince: Math.min(last, others.now) - MARGIN_SECONDS }
  const installed = new Set((await lnbits.list('SELECT db FROM dbversions')).map((row) => toText(row['db'])))
  for (const [id, translate] of Object.entries(TRANSLATIONS)) {
    const extension = byId.get(id)
    if (extension === undefined) continue
    const opened = await lnbits.openExtension(id)
    if ('why' in opened && opened.why !== undefined) {
      report.leaveOut(extension.manifest.name, `cannot be read: ${opened.why}`)
      continue
    }
    const found = 'tables' in opened ? noteFound(opened.tables) : undefined
    if (found !== undefined) await translate(openItems({ ...given, extension, tables: found.tables }))
    if (installed.has(id) && found?.isAny() !== true) report.leaveOut(extension.manifest.name, NO_TABLES)
  }
  for (const [id, add] of Object.entries(OF_CORE)) {
    const extension = byId.get(id)
    if (extension !== undefined) await add(openItems({ ...given, extension, tables: lnbits.tables }))
  }
  for (const [tag, id] of Object.entries(TAGS)) {
    const { n, hash } = countUnfollowed(staged, tag)
    const why = 'open invoices that lead to no item: a payment is credited, and nothing else follows'
    report.leaveOut(byId.get(id)?.manifest.name ?? id, why, n, hash ?? undefined)
  }
  await adviseOnInstalled({ lnbits, report, byId })
}

/** Records whether any requested table exists: a damaged file has others, or none. */
function noteFound(tables: LnbitsTables): { readonly tables: LnbitsTables; isAny(): boolean } {
  let isAny = false
  const has = (table: string): boolean => {
    const found = tables.has(table)
    isAny ||= found
    return found
  }
  const pages: LnbitsTables['pages'] = (table) => {
    has(table)
    return tables.pages(table)
  }
  return { tables: { ...tables, has, pages }, isAny: () => isAny }
}

/** Extensions that the operator of LNbits had disabled, or sold. */
async function adviseOnInstalled(
  given: Pick<ImportItems, 'lnbits' | 'report'> & { readonly byId: ReadonlyMap<string, AnyExtension> },
): Promise<void> {
  const { lnbits, report, byId } = given
  for await (const page of lnbits.tables.pages('installed_extensions')) {
    for (const row of page) {
      const id = toText(row['id'])
      const name = byId.get(id)?.manifest.name
      if (name === undefined) continue
      const { required, amount } = toObject(toObject(toJson(row['meta']))['pay_to_enable'])
      if (required === true)
        report.advise(
          `LNbits asked ${String(Number(amount))} sat to enable ${name}: set a price for it, if it is to stay so.`,
        )
      if (!toBool(row['active'], true))
        report.advise(
          `${name} was switched off for all in LNbits: SERVICE_DISABLED_EXTENSIONS has ${id}, if it is to stay so.`,
        )
    }
  }
}
