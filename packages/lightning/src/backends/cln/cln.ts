import { type Msat, msat } from '@satchel/money/units'
import type { ClnConfig } from './read-cln.ts'
import type { BackendDeps } from '../../port/backend-deps.ts'
import type { FundingSource } from '../../port/funding-source.ts'
import { type NodeInfo, toAlias, toHeight } from '../../port/node-info.ts'
import { closing } from '../../adapter-parts/closing.ts'
import { createClnRest } from './cln-rest.ts'
import { createHoldInvoices } from './hold-invoices.ts'
import { createInvoices } from './invoices.ts'
import { knowNode } from './know-node.ts'
import { createSentList } from './list-sent.ts'
import { createPayments } from './payments.ts'
import { createReceiptPages } from './receipts.ts'
import { createReceiptStream } from './receipt-stream.ts'
import { type Fields, listOf, msatOf } from './read-fields.ts'
import { createTakenCheck } from './taken-check.ts'

/** A Core Lightning node through CLNRest, with a separate rune for each kind of call. */
export async function openCln(config: ClnConfig, { clock, log, network }: BackendDeps): Promise<FundingSource> {
  const rest = createClnRest(config)
  const node = await knowNode(rest, { log, network })
  const holds = createHoldInvoices(rest, node, createTakenCheck(rest, node))
  const pages = createReceiptPages({ rest, node, holds, lastPayIndex: config.lastPayIndex })
  const stream = createReceiptStream({ rest, log, pages })
  return {
    can: {
      get hold() {
        return node.now()?.hold ?? false
      },
      feeLimit: true,
      amountless: true,
      closeInvoice: true,
      // Channels and routing change it, too.
      exactBalance: false,
      provesPayments: true,
    },
    identity: () => node.now()?.identity,
    ...createInvoices({ rest, node, holds }),
    ...createPayments({ rest, node, clock, log }),
    ...createSentList({ rest, node }),
    settleHold: holds.settleHold,
    cancelHold: holds.cancelHold,
    receiptsSince: pages.receiptsSince,
    onReceipt: stream.onReceipt,
    balance: async () => sumOf('spendable_msat', await rest.demand('read', 'listpeerchannels', {})),
    info: async () =>
      toInfo(await rest.demand('read', 'getinfo', {}), await rest.demand('read', 'listpeerchannels', {})),
    close: closing([node, stream, rest]),
  }
}

/** Of all channels that work. */
function sumOf(name: 'spendable_msat' | 'receivable_msat', listpeerchannels: Fields): Msat {
  const working = listOf(listpeerchannels, 'channels').filter(({ state }) => WORKING.includes(String(state)))
  return msat(working.reduce((sum, channel) => sum + msatOf(channel, name), 0n))
}

const toInfo = (getinfo: Fields, listpeerchannels: Fields): NodeInfo => ({
  alias: toAlias(getinfo['alias']),
  canReceiveMsat: sumOf('receivable_msat', listpeerchannels),
  height: toHeight(getinfo['blockheight']),
  synced: getinfo['warning_bitcoind_sync'] === undefined && getinfo['warning_lightningd_sync'] === undefined,
})

const WORKING = ['CHANNELD_NORMAL', 'CHANNELD_AWAITING_SPLICE']
