import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { importEvents, importLncalendar, importLnticket } from './bookings.ts'
import { importSatspay, importTipjar } from './charges.ts'
import { importNwcprovider } from './connections.ts'
import { importBitcoinswitch, importBoltcards, importFossa } from './devices.ts'
import { importScheduler, importScrub, importSplitpayments } from './forwarding.ts'
import { importLnurlp, importWithdraw } from './links.ts'
import { importCopilot, importNostrnip5, importWatchonly } from './names.ts'
import { type Items, openItems, type OpenItems } from './open-items.ts'
import { importInvoices, importOfflineshop, importPaywall, importTpos } from './selling.ts'
import type { Lnbits } from '../reading/open-lnbits.ts'

/** How each extension comes over; satspay before tipjar, whose tips are paid by charges. Lndhub has no tables. */
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
}
