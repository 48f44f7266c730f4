import { defineExtension } from '@satchel/extension-sdk/extension'
import { reject } from '@satchel/extension-sdk/rejection'
import { RECEIVE } from '../derive-address.ts'
import { FIELDS, TABLES } from '../fields.ts'
import { type ChainView, WATCH_TABLES, watchRules } from '../watches.ts'
import { nextAddress, WATCHONLY } from '../watchonly.ts'

interface Paid {
  readonly txid: string
  readonly address: string
  readonly sat: number
  confirmations: number
}

/** For tests: a chain that the test controls, and the watch-only wallets that read it. */
export function openFakeChain() {
  const paid: Paid[] = []
  const used = new Set<string>()
  let isDown = false
  const asked: string[] = []
  const chain: ChainView = {
    supports: (network) => network === 'mainnet',
    async address(_network, address) {
      if (isDown) throw reject('The explorer cannot be reached.', 503)
      return { isUsed: used.has(address) }
    },
    async coins(_network, address) {
      asked.push(address)
      if (isDown) throw reject('The explorer cannot be reached.', 503)
      return paid
        .filter((one) => one.address === address)
        .map(({ txid, sat, confirmations }) => ({ txid, vout: 0, sat, confirmations }))
    },
  }
  const { manifest, beforeCreate, routes } = WATCHONLY
  const permission = { id: 'neighbours', reason: 'Tells what arrived.', extensions: ['satspay', 'tipjar'] } as const
  const lender = defineExtension({
    manifest: { ...manifest, permissions: [...manifest.permissions, permission] },
    noun: 'watch-only wallet',
    resource: FIELDS,
    tables: { ...TABLES, ...WATCH_TABLES },
    beforeCreate: beforeCreate as never,
    routes: routes as never,
    ...watchRules({
      chainOf: () => chain,
      nextAddress: (ctx, item, note) => nextAddress(ctx as never, item, RECEIVE, note),
    }),
  })
  return {
    lender,
    asked,
    /** Adds an unconfirmed payment and returns its id. */
    pay(address: string, sat: number): string {
      const txid = String(paid.length + 1).padStart(64, '0')
      used.add(address)
      paid.push({ txid, address, sat, confirmations: 0 })
      return txid
    },
    mine: () => paid.forEach((one) => (one.confirmations += 1)),
    /** Spent, replaced, or orphaned. */
    drop: (txid: string) =>
      void paid.splice(
        paid.findIndex((one) => one.txid === txid),
        1,
      ),
    /** Removes the newest blocks; their transactions are unconfirmed again. */
    reorganise: () => paid.forEach((one) => (one.confirmations = 0)),
    setDown: (down: boolean) => void (isDown = down),
  }
}
