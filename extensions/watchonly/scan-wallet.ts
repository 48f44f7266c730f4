import type { AddressState } from '@satchel/extension-sdk/chain'
import { CHANGE, deriveAddress, RECEIVE } from './derive-address.ts'
import type { WatchAddress, WatchCtx, WatchWallet } from './fields.ts'
import { isNetworkName, type NetworkName } from './networks.ts'
import { type MasterKey, readMasterKey } from './read-master-key.ts'

const AT_ONCE = 8
const PAGE = 1000
/** Older empty addresses are all checked on request, otherwise this many at a time. */
const RECENT = 200
const TURN = { addresses: 50, ms: 600_000 }

export interface ScanOptions {
  /** All addresses, however old. */
  readonly all: boolean
}

/** An item's network, as stored at its creation. */
export const networkOf = ({ network }: WatchWallet): NetworkName =>
  isNetworkName(network ?? '') ? (network as NetworkName) : 'mainnet'

/**
 * Asks the explorer about address after address of both branches, until as many in a row as the gap limit are unused
 * and all that were given out were checked. The result may be less than before, after a reorganisation.
 */
export async function scanWallet(ctx: WatchCtx, item: WatchWallet, { all }: ScanOptions): Promise<WatchWallet> {
  const master = readMasterKey(item)
  const known = await listAddresses(ctx, item)
  const receive = await scanBranch({ ctx, item, master, known, all }, RECEIVE)
  const change = await scanBranch({ ctx, item, master, known, all }, CHANGE)
  const states = [...receive.states, ...change.states]
  return ctx.items.update(item.id, {
    address_index: receive.next,
    used_index: receive.used,
    change_index: change.next,
    balance: states.reduce((sum, { confirmedSat }) => sum + confirmedSat, 0),
    pending: states.reduce((sum, { pendingSat }) => sum + pendingSat, 0),
    scanned_at: new Date(ctx.now()).toISOString(),
  })
}

/** Ordered by branch and index. */
type Known = ReadonlyMap<string, WatchAddress>

export async function listAddresses(ctx: WatchCtx, item: WatchWallet): Promise<Known> {
  const all: WatchAddress[] = []
  for (;;) {
    const page = await ctx.table('addresses').find({ where: { item: item.id }, limit: PAGE, offset: all.length })
    all.push(...page)
    if (page.length < PAGE) break
  }
  return new Map(all.map((row) => [placeOf(row.branch_index, row.address_index), row]))
}

const placeOf = (branch: number, index: number): string => `${branch} ${index}`

interface Scan extends ScanOptions {
  readonly ctx: WatchCtx
  readonly item: WatchWallet
  readonly master: MasterKey
  readonly known: Known
}

interface Scanned {
  /** The first index that was not given out yet. */
  readonly next: number
  /** The index after the last used one. */
  readonly used: number
  readonly states: readonly AddressState[]
}

async function scanBranch(scan: Scan, branch: number): Promise<Scanned> {
  const { ctx, item, known, all } = scan
  const gap = (branch === CHANGE ? item.gap_change : item.gap_receive) ?? (branch === CHANGE ? 5 : 20)
  let next = branch === CHANGE ? item.change_index : item.address_index
  const oldest = all ? 0 : next - RECENT
  const hasItsTurn = turnsOf(oldest, ctx.now())
  let used = 0
  const states: AddressState[] = []
  for (let index = 0; index < next + gap; ) {
    const wave: number[] = []
    for (; index < next + gap && wave.length < AT_ONCE; index += 1) {
      const row = known.get(placeOf(branch, index))
      if (index >= oldest || (row?.amount ?? 0) > 0 || hasItsTurn(index)) wave.push(index)
      else if (row?.has_activity === true) used = index + 1
    }
    const found = await Promise.all(wave.map((one) => readAddress(scan, branch, one)))
    states.push(...found)
    found.forEach(({ isUsed }, at) => {
      if (isUsed) used = Math.max(used, (wave[at] ?? 0) + 1)
    })
    next = Math.max(next, used)
  }
  return { next, used, states }
}

/** Older addresses are checked in turn, one range after another. */
function turnsOf(oldest: number, nowMs: number): (index: number) => boolean {
  const turns = Math.max(1, Math.ceil(oldest / TURN.addresses))
  const turn = Math.floor(nowMs / TURN.ms) % turns
  return (index) => Math.floor(index / TURN.addresses) === turn
}

/** Addresses that other wallets have given out are stored, too. */
async function readAddress({ ctx, item, master, known }: Scan, branch: number, index: number): Promise<AddressState> {
  const { address } = deriveAddress(master, branch, index)
  const state = await ctx.chain.address(networkOf(item), address)
  const { confirmedSat, pendingSat, isUsed } = state
  const seen = { amount: Math.max(0, confirmedSat + pendingSat), has_activity: isUsed }
  const row = known.get(placeOf(branch, index))
  if (row !== undefined) {
    if (row.amount !== seen.amount || row.has_activity !== isUsed) await ctx.table('addresses').update(row.id, seen)
  } else if (isUsed) {
    const place = `${item.id} ${branch} ${index}`
    const where = { item: item.id, place, address, branch_index: branch, address_index: index }
    await ctx.table('addresses').insert({ ...where, ...seen, note: '' }, item.wallet)
  }
  return state
}
