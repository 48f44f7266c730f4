import { type Msat, msat } from '@satchel/money/units'
import { closing } from '../../adapter-parts/closing.ts'
import { noteInfo } from '../../adapter-parts/note-info.ts'
import { openTroubles } from '../../adapter-parts/open-troubles.ts'
import type { BackendDeps } from '../../port/backend-deps.ts'
import type { FundingSource, NodeMemory } from '../../port/funding-source.ts'
import { type NodeInfo, toAlias, toHeight } from '../../port/node-info.ts'
import { quietLog } from '../../port/quiet-log.ts'
import { type ClnRest, createClnRest } from './cln-rest.ts'
import { createHoldInvoices } from './hold-invoices.ts'
import { createInvoices } from './invoices.ts'
import { knowNode } from './know-node.ts'
import { createSentList } from './list-sent.ts'
import { createPayments } from './payments.ts'
import type { ClnConfig } from './read-cln.ts'
import { type Fields, listOf, msatOf } from './read-fields.ts'
import { createReceiptStream } from './receipt-stream.ts'
import { createReceiptPages } from './receipts.ts'
import { createTakenCheck } from './taken-check.ts'

/** A Core Lightning node through CLNRest, with a separate rune for each kind of call. */
export async function openCln(config: ClnConfig, deps: BackendDeps): Promise<FundingSource> {
  const { clock, log, network } = deps
  const troubles = openTroubles(deps)
  const rest = createClnRest(config, { troubles, clock })
  const node = await knowNode(rest, { troubles, network })
  const holds = createHoldInvoices(rest, node, createTakenCheck(rest, node))
  const pages = createReceiptPages({ rest, node, holds, lastPayIndex: config.lastPayIndex })
  const stream = createReceiptStream({ rest, log: quietLog(log, troubles.now), pages })
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
      refusesRepeats: true,
      memory: CLN_MEMORY,
    },
    identity: () => node.now()?.identity,
    ...createInvoices({ rest, node, holds }),
    ...createPayments({ rest, node, clock }),
    ...createSentList({ rest, node }),
    settleHold: holds.settleHold,
    cancelHold: holds.cancelHold,
    receiptsSince: pages.receiptsSince,
    onReceipt: stream.onReceipt,
    balance: async () => sumOf('spendable_msat', await rest.demand('read', 'listpeerchannels', {})),
    info: async () => noteInfo(troubles, await readInfo(rest)),
    troubles: troubles.now,
    close: closing([node, stream, rest]),
  }
}

/** Its operator may delete invoices and payments (`autoclean`), which the guide forbids for a day. */
const CLN_MEMORY: NodeMemory = { keepsInvoices: 86_400, keepsPayments: 86_400, firstSent: '0' }

/** Sum over all active channels. */
function sumOf(name: 'spendable_msat' | 'receivable_msat', listpeerchannels: Fields): Msat {
  const working = listOf(listpeerchannels, 'channels').filter(({ state }) => WORKING.includes(String(state)))
  return msat(working.reduce((sum, channel) => sum + msatOf(channel, name), 0n))
}

async function readInfo(rest: ClnRest): Promise<NodeInfo> {
  const [getinfo, channels, funds] = await Promise.all([
    rest.demand('read', 'getinfo', {}),
    rest.demand('read', 'listpeerchannels', {}),
    rest.askIfAllowed('read', 'listfunds', {}),
  ])
  return {
    alias: toAlias(getinfo['alias']),
    canReceiveMsat: sumOf('receivable_msat', channels),
    height: toHeight(getinfo['blockheight']),
    synced: getinfo['warning_bitcoind_sync'] === undefined && getinfo['warning_lightningd_sync'] === undefined,
    onChainMsat: funds.is === 'result' ? sumOfCoins(funds.fields) : undefined,
    channels: listOf(channels, 'channels').length,
  }
}

const sumOfCoins = (listfunds: Fields): Msat =>
  msat(listOf(listfunds, 'outputs').reduce((sum, output) => sum + msatOf(output, 'amount_msat'), 0n))

const WORKING = ['CHANNELD_NORMAL', 'CHANNELD_AWAITING_SPLICE']
