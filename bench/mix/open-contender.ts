import { addHistory } from './add-history.ts'
import type { BenchDatabase } from './bench-database.ts'
import { type FilledWallets, fillWallets } from './fill-wallets.ts'
import { fillExtensions, fillPackages, packageSettings } from './install-extensions.ts'
import { type Environment, type Place, startWalletServer } from './wallet-server.ts'

/** What a database contains beside the wallets of the mix. */
export interface Contents {
  /** Payments spread over all wallets. */
  readonly payments?: number
  /** Payments in one wallet; another one of the same user has 1,000. */
  readonly big?: number
  /** Items of each extension on each of two wallets; with 0 none is active. */
  readonly items?: number
  /** Installed packages with code. */
  readonly packages?: number
}

/** The service of one checkout with its filled database. */
export interface Contender extends FilledWallets {
  readonly root: string
  readonly place: Place
  readonly env: Environment
  readonly pages: readonly string[]
}

const SMALL = 1000

async function openContender(
  place: Place,
  root: string,
  { payments = 0, big = 0, items, packages }: Contents,
  walletsEach: number,
): Promise<Contender> {
  const env = items === undefined && packages === undefined ? {} : packageSettings(place.folder)
  const server = await startWalletServer(place, env, root)
  const filled = await fillWallets(server.port, walletsEach)
  if (items !== undefined && items > 0) await fillExtensions(server.port, place.folder, filled, items)
  const pages = packages === undefined ? [] : await fillPackages(server.port, place.folder, filled, packages)
  await server.stop()
  if (payments > 0) await addHistory(place, { payments })
  const [bigWallet, smallWallet] = filled.several
  if (big > 0 && bigWallet !== undefined && smallWallet !== undefined) {
    await addHistory(place, { payments: SMALL, walletId: smallWallet.id })
    await addHistory(place, { payments: big, walletId: bigWallet.id })
  }
  return { root, place, env, pages, ...filled }
}

/** Opens each contender once, when a turn first needs it. */
export function openContenders(database: BenchDatabase, walletsEach: number) {
  const opened = new Map<string, Promise<Contender>>()
  return (root: string, contents: Contents): Promise<Contender> => {
    const key = JSON.stringify([root, contents])
    const open = async (): Promise<Contender> =>
      openContender(await database.open(`contender_${opened.size}`), root, contents, walletsEach)
    const contender = opened.get(key) ?? open()
    opened.set(key, contender)
    return contender
  }
}
