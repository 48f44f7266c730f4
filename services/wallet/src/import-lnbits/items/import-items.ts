import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { importEvents, importLncalendar, importLnticket } from './bookings.ts'
import { importSatspay, importTipjar } from './charges.ts'
import { importNwcprovider } from './connections.ts'
import { importBitcoinswitch, importBoltcards, importFossa } from './devices.ts'
import { importHubLogins } from './hub-logins.ts'
import { importScheduler, importScrub, importSplitpayments } from './forwarding.ts'
import { importLnurlp, importWithdraw } from './links.ts'
import { importWalletAddresses } from './wallet-addresses.ts'
import { importCopilot, importNostrnip5, importWatchonly } from './names.ts'
import { type Items, openItems, type OpenItems } from './open-items.ts'
import { importInvoices, importOfflineshop, importPaywall, importTpos } from './selling.ts'
import type { Lnbits } from '../reading/open-lnbits.ts'

/** How each extension comes over; satspay before tipjar, whose tips are paid by charges. */
const TRANSLATIONS: Readonly<Record<string, (items: Items) => Promise<void>>> = {
  lnurlp: importLnurlp,
  withdraw: importWithdraw,
  boltcards: importBoltcards,
  tpos: importTpos,
  satspay: importSatspay,
  tipjar: importTipjar,
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

export interface ImportItems extends Omit<OpenItems, 'extension' | 'tables'> {
  readonly lnbits: Lnbits
  readonly extensions: readonly AnyExtension[]
}

/** The items of every extension that both have. One that cannot be read stays behind, and the rest comes. */
export async function importItems({ lnbits, extensions, ...given }: ImportItems): Promise<void> {
  const byId = new Map(extensions.map((extension) => [extension.manifest.id, extension]))
  given.staged.run('CREATE INDEX payments_by_tag ON payments (tag, how)')
  for (const [id, translate] of Object.entries(TRANSLATIONS)) {
    const extension = byId.get(id)
    if (extension === undefined) continue
    const opened = await lnbits.openExtension(id)
    if ('tables' in opened) await translate(openItems({ ...given, extension, tables: opened.tables }))
    else if (opened.why !== undefined) given.report.leaveOut(extension.manifest.name, `cannot be read: ${opened.why}`)
  }
  for (const [id, add] of Object.entries(OF_CORE)) {
    const extension = byId.get(id)
    if (extension !== undefined) await add(openItems({ ...given, extension, tables: lnbits.tables }))
  }
}
