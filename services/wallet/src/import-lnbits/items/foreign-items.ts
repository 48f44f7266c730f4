import type { Lnbits } from '../reading/open-lnbits.ts'

/** Where extensions of LNbits that this service lacks keep their items. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  boltz: ['submarineswap', 'reverse_submarineswap', 'auto_reverse_submarineswap'],
  cashu: ['cashu'],
  jukebox: ['jukebox'],
  livestream: ['livestreams'],
  lnaddress: ['domain', 'address'],
  lnurldevice: ['lnurldevice', 'lnurldevices'],
  nostrrelay: ['relays'],
  satsdice: ['satsdice_pay', 'satsdice_withdraw'],
  usermanager: ['users', 'wallets'],
}

/** How many items of such an extension stay behind; 0 where its tables are unknown or cannot be read. */
export async function countForeignItems(lnbits: Lnbits, id: string): Promise<number> {
  const opened = await lnbits.openExtension(id)
  if (!('tables' in opened)) return 0
  let n = 0
  for (const table of TABLES[id] ?? []) for await (const page of opened.tables.pages(table)) n += page.length
  return n
}
