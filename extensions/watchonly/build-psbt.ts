import { hex } from '@scure/base'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { reject } from '@satchel/extension-sdk/rejection'
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
  /** The transaction it comes from, in hex. */
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
}

/** Weight of a signed input of the kind (BIP-141); signatures at their longest. */
const INPUT_WEIGHT: Readonly<Record<AddressType, number>> = { p2pkh: 596, 'p2sh-p2wpkh': 364, p2wpkh: 272, p2tr: 230 }
/** Nodes do not pass on outputs of less (Bitcoin Core’s default). */
const DUST: Readonly<Record<string, number>> = { pkh: 546, sh: 540, wpkh: 294, wsh: 330, tr: 330 }
const DUST_OF_TYPE: Readonly<Record<AddressType, number>> = { p2pkh: 546, 'p2sh-p2wpkh': 540, p2wpkh: 294, p2tr: 330 }
/** It can be replaced by one of a higher fee (BIP-125). */
const SEQUENCE = 0xff_ff_ff_fd
const CHANGE_BRANCH = 1

/** Spends all these coins. The rest goes to a change address, or is added to the fee if it would be dust. */
export function buildPsbt(master: MasterKey, order: PsbtOrder): BuiltPsbt {
  const tx = new Transaction({ allowUnknownOutputs: false })
  for (const coin of order.coins) addCoin(tx, master, coin)
  const scripts = order.outputs.map((output, at) => addPayment(tx, master, output, at))
  const change = deriveAddress(master, CHANGE_BRANCH, order.changeIndex)
  const spent = sum(order.coins) - sum(order.outputs)
  const feeFor = (all: readonly Uint8Array[]): number =>
    feeOf(weightOf(master.type, order.coins.length, all), order.feeRate)
  const least = feeFor(scripts)
  if (spent < least) throw reject(`The coins are ${least - spent} sat short of the outputs and the fee.`)
  const left = spent - feeFor([...scripts, change.script])
  if (left < DUST_OF_TYPE[master.type]) return { psbt: tx.toPSBT(), fee: spent, change: undefined }
  tx.addOutput({ script: change.script, amount: BigInt(left), ...change.spending })
  return { psbt: tx.toPSBT(), fee: spent - left, change: { address: change.address, amount: left } }
}

/** Whole satoshis below 2^53: exact. */
const sum = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((total, { amount }) => total + amount, 0)

function addCoin(tx: Transaction, master: MasterKey, coin: Coin): void {
  const from = deriveAddress(master, coin.branch_index, coin.address_index)
  const previous = typeof coin.tx === 'string' ? readPrevious(coin, from, coin.tx) : undefined
  if (previous === undefined && master.type === 'p2pkh') {
    throw reject('body.coins: p2pkh coins need the transaction they come from (tx).', 422)
  }
  tx.addInput({
    txid: coin.txid,
    index: coin.vout,
    sequence: SEQUENCE,
    ...(previous !== undefined && { nonWitnessUtxo: previous }),
    ...(master.type !== 'p2pkh' && { witnessUtxo: { script: from.script, amount: BigInt(coin.amount) } }),
    ...from.spending,
  })
}

/** Signers take the amount of the coin from it: a wrong one would become fee. */
function readPrevious({ txid, vout, amount }: Coin, from: DerivedAddress, text: string): Uint8Array {
  try {
    const bytes = hex.decode(text.toLowerCase())
    const previous = Transaction.fromRaw(bytes, {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    })
    const output = vout < previous.outputsLength ? previous.getOutput(vout) : undefined
    const fits =
      output?.amount === BigInt(amount) && hex.encode(output.script ?? new Uint8Array()) === hex.encode(from.script)
    if (fits && previous.id === txid.toLowerCase()) return bytes
  } catch {
    // Said below.
  }
  throw reject('body.coins: a tx is not the one its coin comes from.', 422)
}

function addPayment(
  tx: Transaction,
  { network }: MasterKey,
  { address, amount }: PsbtOrder['outputs'][number],
  at: number,
): Uint8Array {
  const out = readAddress(address, NETWORKS[network])
  if (out === undefined) throw reject(`body.outputs.${at}.address: not an address of ${network}.`, 422)
  const dust = DUST[out.type]
  if (dust === undefined || amount < dust) {
    throw reject(`body.outputs.${at}.amount: at least ${dust ?? 0} sat can be sent to this address.`, 422)
  }
  const script = OutScript.encode(out)
  tx.addOutput({ script, amount: BigInt(amount) })
  return script
}

function readAddress(address: string, network: (typeof NETWORKS)['mainnet']) {
  try {
    return Address(network).decode(address)
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
