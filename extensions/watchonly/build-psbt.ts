import { reject } from '@satchel/extension-sdk/rejection'
import { amountText, fixed } from '@satchel/extension-sdk/text'
import { readBitcoinLink } from '@satchel/lnurl/read-bitcoin-link'
import { trimBlanks } from '@satchel/lnurl/trim-blanks'
import { hex } from '@scure/base'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { type DerivedAddress, deriveAddress } from './derive-address.ts'
import { type AddressType, NETWORKS } from './networks.ts'
import type { MasterKey } from './read-master-key.ts'

/** What can be spent, at an address of the wallet. */
export interface Coin {
  readonly txid: string
  readonly vout: number
  readonly amount: number
  readonly branch_index: number
  readonly address_index: number
  /** The previous transaction, in hex. */
  readonly tx?: string | null | undefined
}

export interface PsbtOrder {
  readonly outputs: readonly { readonly address: string; readonly amount: number }[]
  readonly coins: readonly Coin[]
  /** Satoshis per virtual byte. */
  readonly feeRate: number
  readonly changeIndex: number
}

export interface BuiltPsbt {
  readonly psbt: Uint8Array
  /** Satoshis. */
  readonly fee: number
  readonly change: { readonly address: string; readonly amount: number } | undefined
  /** Data that signers may require and the PSBT lacks. */
  readonly hint: string | undefined
}

/** Weight of a signed input of the kind (BIP-141); signatures at their maximum length. */
const INPUT_WEIGHT: Readonly<Record<AddressType, number>> = { p2pkh: 596, 'p2sh-p2wpkh': 364, p2wpkh: 272, p2tr: 230 }
/** Nodes do not relay outputs of less (the default of Bitcoin Core). */
const DUST: Readonly<Record<string, number>> = { pkh: 546, sh: 540, wpkh: 294, wsh: 330, tr: 330 }
const DUST_OF_TYPE: Readonly<Record<AddressType, number>> = { p2pkh: 546, 'p2sh-p2wpkh': 540, p2wpkh: 294, p2tr: 330 }
/** A transaction with a higher fee can replace it (BIP-125). */
const SEQUENCE = 0xff_ff_ff_fd
const CHANGE_BRANCH = 1

/** Spends all these coins. The rest goes to a change address, or is added to the fee if it would be dust. */
export function buildPsbt(master: MasterKey, order: PsbtOrder): BuiltPsbt {
  const tx = new Transaction({ allowUnknownOutputs: false })
  const sources = readSources(master, order.coins)
  order.coins.forEach((coin, at) => addCoin(tx, master, coin, sources[at]))
  const payments = readPayments(master, order)
  for (const payment of payments) tx.addOutput(payment)
  const missing = missingIn(master, order, payments)
  if (missing > 0)
    throw reject(fixed('The coins are {amount} short of the outputs and the fee.', { amount: amountText(missing) }))
  const change = deriveAddress(master, CHANGE_BRANCH, order.changeIndex)
  const spent = sum(order.coins) - sum(order.outputs)
  const scripts = [...payments.map(({ script }) => script), change.script]
  const left = spent - feeOf(weightOf(master.type, order.coins.length, scripts), order.feeRate)
  const hint = hintOf(master, sources)
  if (left < DUST_OF_TYPE[master.type]) return { psbt: tx.toPSBT(), fee: spent, change: undefined, hint }
  tx.addOutput({ script: change.script, amount: BigInt(left), ...change.spending })
  return { psbt: tx.toPSBT(), fee: spent - left, change: { address: change.address, amount: left }, hint }
}

/** How many satoshis these coins are short of the outputs and the fee; 0 or less: they suffice. */
export const missingSat = (master: MasterKey, order: PsbtOrder): number =>
  missingIn(master, order, readPayments(master, order))

function missingIn({ type }: MasterKey, { coins, outputs, feeRate }: PsbtOrder, payments: readonly Payment[]): number {
  const weight = weightOf(
    type,
    coins.length,
    payments.map(({ script }) => script),
  )
  return feeOf(weight, feeRate) + sum(outputs) - sum(coins)
}

/** Whole satoshis below 2^53: exact. */
const sum = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((total, { amount }) => total + amount, 0)

/**
 * The transactions of the coins, for signers that trust no amount without them (BIP-174), as many as fit; the largest are
 * left out. Taproot signs the amounts of all inputs and needs none.
 */
function readSources(master: MasterKey, coins: readonly Coin[]): (Uint8Array | undefined)[] {
  const sources = coins.map((coin) => {
    const from = deriveAddress(master, coin.branch_index, coin.address_index)
    return typeof coin.tx === 'string' ? readPrevious(coin, from, coin.tx) : undefined
  })
  if (master.type === 'p2pkh' && sources.includes(undefined)) {
    throw reject('body.coins: p2pkh coins need the transaction they come from (tx).', 422)
  }
  const smallestFirst = [...sources.keys()].toSorted((a, b) => (sources[a]?.length ?? 0) - (sources[b]?.length ?? 0))
  let bytes = 0
  for (const at of smallestFirst) {
    bytes += sources[at]?.length ?? 0
    if (bytes <= MAX_SOURCE_BYTES) continue
    if (master.type === 'p2pkh') throw reject(TOO_LARGE, 422)
    sources[at] = undefined
  }
  return sources
}

/** Signers and the route that extracts the signed transaction limit the size of a PSBT. */
const MAX_SOURCE_BYTES = 400_000
const TOO_LARGE = `The transactions that these coins come from have more than ${MAX_SOURCE_BYTES} bytes together: spend fewer coins at once.`

function hintOf({ type }: MasterKey, sources: readonly (Uint8Array | undefined)[]): string | undefined {
  const without = sources.filter((source) => source === undefined).length
  if (type === 'p2tr' || without === 0) return undefined
  return `The PSBT lacks the previous transactions of ${without} of ${sources.length} coins: they are too large, or not known here. A signer that asks for them (non_witness_utxo) must be set to trust witness_utxo, or other coins be spent.`
}

function addCoin(tx: Transaction, master: MasterKey, coin: Coin, source: Uint8Array | undefined): void {
  const from = deriveAddress(master, coin.branch_index, coin.address_index)
  tx.addInput({
    txid: coin.txid,
    index: coin.vout,
    sequence: SEQUENCE,
    ...(source !== undefined && { nonWitnessUtxo: source }),
    ...(master.type !== 'p2pkh' && { witnessUtxo: { script: from.script, amount: BigInt(coin.amount) } }),
    ...from.spending,
  })
}

/**
 * Signers take the amount of the coin from it: a wrong one would become fee. Witnesses are left out, as Bitcoin Core does:
 * the id does not cover them, and they may be large.
 */
function readPrevious({ txid, vout, amount }: Coin, from: DerivedAddress, text: string): Uint8Array {
  try {
    const previous = Transaction.fromRaw(hex.decode(text.toLowerCase()), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    })
    const output = vout < previous.outputsLength ? previous.getOutput(vout) : undefined
    const fits =
      output?.amount === BigInt(amount) && hex.encode(output.script ?? new Uint8Array()) === hex.encode(from.script)
    if (fits && previous.id === txid.toLowerCase()) return previous.toBytes(true, false)
  } catch {
    // The type is declared below.
  }
  throw reject('body.coins: a tx is not the one its coin comes from.', 422)
}

interface Payment {
  readonly script: Uint8Array
  readonly amount: bigint
}

const readPayments = (master: MasterKey, { outputs }: PsbtOrder): Payment[] =>
  outputs.map((output, at) => readPayment(master, output, at))

function readPayment({ network }: MasterKey, { address, amount }: PsbtOrder['outputs'][number], at: number): Payment {
  const out = readAddress(address, amount, NETWORKS[network])
  if (out === 'other amount') throw reject(`body.outputs.${at}.amount: differs from that of the bitcoin link.`, 422)
  if (out === undefined)
    throw reject(fixed(`body.outputs.${at}.address: not an address of {network}.`, { network }), 422)
  const dust = DUST[out.type]
  if (dust === undefined || amount < dust) {
    throw reject(
      fixed(`body.outputs.${at}.amount: at least {amount} can be sent to this address.`, {
        amount: amountText(dust ?? 0),
      }),
      422,
    )
  }
  return { script: OutScript.encode(out), amount: BigInt(amount) }
}

/** Reads an address or a `bitcoin:` link, which may have its amount. */
function readAddress(text: string, amount: number, network: (typeof NETWORKS)['mainnet']) {
  try {
    const link = readBitcoinLink(trimBlanks(text))
    if (link?.amountSat !== undefined && link.amountSat !== amount) return 'other amount'
    return Address(network).decode(link?.address ?? trimBlanks(text))
  } catch {
    return undefined
  }
}

const compactSize = (n: number): number => (n < 253 ? 1 : 3)

function weightOf(type: AddressType, inputs: number, scripts: readonly Uint8Array[]): number {
  const outputs = scripts.reduce((bytes, { length }) => bytes + 8 + compactSize(length) + length, 0)
  const frame = 8 + compactSize(inputs) + compactSize(scripts.length)
  const witness = type === 'p2pkh' ? 0 : 2
  return 4 * (frame + outputs) + witness + inputs * INPUT_WEIGHT[type]
}

const MILLI = 1000

/** Rounded up, so that the fee is not below the rate. */
function feeOf(weight: number, feeRate: number): number {
  const vbytes = BigInt(Math.ceil(weight / 4))
  const milli = BigInt(Math.round(feeRate * MILLI))
  return Number((vbytes * milli + BigInt(MILLI - 1)) / BigInt(MILLI))
}
