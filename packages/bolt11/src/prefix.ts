import type { Network } from './invoice.ts'
import { InvoiceError } from './invoice-error.ts'

export interface Prefix {
  readonly network: Network
  readonly amountMsat?: bigint | undefined
}

/** The letters up to the first digit are the network, so `lntbs` is signet and never testnet with an odd amount. */
const PREFIX = /^ln([a-z]+)(.*)$/
const NETWORKS: ReadonlySet<string> = new Set<Network>(['bc', 'tb', 'tbs', 'bcrt', 'sb'])
const AMOUNT = /^([1-9]\d{0,19})([munp]?)$/

const MAX_AMOUNT_MSAT = 21_000_000n * 100_000_000_000n

/** Largest first: the BOLT asks for the shortest notation. `p` stands apart, it is a tenth of a millisatoshi. */
const MSAT_PER_UNIT: readonly (readonly [letter: string, msat: bigint])[] = [
  ['', 100_000_000_000n],
  ['m', 100_000_000n],
  ['u', 100_000n],
  ['n', 100n],
]

/** Reads the human-readable part: `lnbc2500u` is 250 000 000 msat on mainnet. */
export function readPrefix(prefix: string): Prefix {
  const [, network = '', amount = ''] = PREFIX.exec(prefix) ?? []
  if (!NETWORKS.has(network)) {
    throw new InvoiceError('network', 'The invoice is for an unknown network.')
  }
  return { network: network as Network, amountMsat: amount === '' ? undefined : readAmount(amount) }
}

function readAmount(text: string): bigint {
  const [, digits, letter] = AMOUNT.exec(text) ?? []
  if (digits === undefined) throw new InvoiceError('amount', 'The amount of the invoice cannot be read.')
  const unit = MSAT_PER_UNIT.find(([name]) => name === letter)
  return checkAmount(unit === undefined ? picoToMsat(digits) : BigInt(digits) * unit[1])
}

function picoToMsat(digits: string): bigint {
  if (!digits.endsWith('0')) throw new InvoiceError('amount', 'The amount of the invoice has a fraction of a msat.')
  return BigInt(digits) / 10n
}

function checkAmount(amountMsat: bigint): bigint {
  if (amountMsat > MAX_AMOUNT_MSAT) throw new InvoiceError('amount', 'The amount exceeds the total supply of bitcoin.')
  return amountMsat
}

/** The human-readable part with the shortest notation of the amount. */
export function writePrefix({ network, amountMsat }: Prefix): string {
  return amountMsat === undefined ? `ln${network}` : `ln${network}${writeAmount(amountMsat)}`
}

function writeAmount(amountMsat: bigint): string {
  if (amountMsat <= 0n) throw new InvoiceError('amount', 'The amount of an invoice must be at least one msat.')
  checkAmount(amountMsat)
  const unit = MSAT_PER_UNIT.find(([, msat]) => amountMsat % msat === 0n)
  return unit === undefined ? `${amountMsat}0p` : `${amountMsat / unit[1]}${unit[0]}`
}
