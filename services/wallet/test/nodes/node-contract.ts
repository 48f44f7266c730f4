import { readInvoice } from '@satchel/bolt11/read-invoice'
import { SILENT_LOG } from '@satchel/http/log'
import { openFundingSource } from '@satchel/lightning/open-funding-source'
import type { FundingSource } from '@satchel/lightning/port/funding-source'
import { fundingSourceContract } from '@satchel/lightning/world/contract/funding-source.contract'
import { createMemoryNotes } from '@satchel/lightning/world/peer-parts/memory-notes'
import type { OutsideWorld } from '@satchel/lightning/world/peer-parts/outside-world'
import type { Msat } from '@satchel/money/units'
import { readConfig } from '../../src/config/config.ts'
import { eventually } from '../campaigns/eventually.ts'
import type { Network } from './network.ts'
import { createPayee } from './payee.ts'

const CALM_MS = 20_000

/** The contract of every adapter, tested with the real node. */
export function nodeContract(networkNow: () => Network): void {
  fundingSourceContract('its adapter', async () => {
    const network = networkNow()
    const source = await openSource(network.ours.env())
    /** Hashes of what was paid to us. */
    const arrived = new Set<string>()
    return {
      // Not a copy: its capabilities may change when the node answers.
      source: Object.assign(Object.create(source) as FundingSource, {
        balance: () => calmBalance(network, source, arrived),
      }),
      outside: openOutside(network, source, arrived),
      another: () => openSource(network.ours.env()),
      close: () => source.close(),
    }
  })
}

async function openSource(env: Readonly<Record<string, string>>): Promise<FundingSource> {
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const notSimulated = () => Promise.reject(new Error('only the simulated node asks this'))
  const serviceSide = { state: notSimulated, resume: notSimulated }
  return openFundingSource(read.config.funding, {
    clock: Date.now,
    log: SILENT_LOG,
    notesOf: createMemoryNotes,
    serviceSide,
  })
}

/** Real nodes settle with their neighbours some moments after their answer: only held payments may be left. */
async function calmBalance(network: Network, source: FundingSource, arrived: ReadonlySet<string>): Promise<Msat> {
  const isCalm = async (): Promise<boolean> => {
    const states = await Promise.all([...arrived].map((hash) => source.incomingStatus(hash)))
    return (await network.onTheWay()) === states.filter(({ status }) => status === 'held').length
  }
  await eventually('the channels are calm', isCalm, CALM_MS)
  return source.balance()
}

/** Mines until our node cancels its holds by itself. */
async function expireHeld(network: Network, source: FundingSource, paymentHash: string): Promise<void> {
  await mineUntilGivenBack(network, paymentHash)
  const isBack = async () => (await source.incomingStatus(paymentHash)).status !== 'held'
  await eventually('it goes back', isBack, CALM_MS)
}

export async function mineUntilGivenBack({ ours, chain, mine }: Network, paymentHash: string): Promise<void> {
  const block = await ours.holdsUntil?.(paymentHash)
  if (block === undefined) throw new Error(`unknown block at which ${ours.name} gives back what it holds`)
  await mine(block - (await chain.height()))
}

function openOutside(network: Network, source: FundingSource, arrived: Set<string>): OutsideWorld {
  const payee = createPayee(network.payee)
  return {
    makeInvoice: (amountMsat) => payee.invoice(amountMsat),
    setFee: (_paymentHash, feeMsat) => network.setFee(feeMsat),
    refusePayment: (paymentHash) => payee.cancel(paymentHash),
    ...(network.ours.holdsUntil !== undefined && {
      expireHeld: (paymentHash: string) => expireHeld(network, source, paymentHash),
    }),
    async payOurInvoice(bolt11, chosenMsat) {
      const { paymentHash } = readInvoice(bolt11)
      arrived.add(paymentHash)
      const paid = payee.pay(bolt11, chosenMsat).then((end) => {
        if (end.status === 'FAILED') throw new Error(end.reason)
        return true
      })
      const isHeld = async () => (await source.incomingStatus(paymentHash)).status === 'held'
      // A hold that is cancelled later is not reported again.
      paid.catch(() => undefined)
      await Promise.race([paid, eventually('it is paid or held', isHeld, CALM_MS)])
    },
  }
}
