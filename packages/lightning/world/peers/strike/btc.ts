/** In Strike's format. Fees and fractions are rounded up to its unit. */
export function btc(msats: bigint): { readonly amount: string; readonly currency: 'BTC' } {
  const sats = String((msats + 999n) / 1000n).padStart(9, '0')
  return { amount: `${sats.slice(0, -8)}.${sats.slice(-8)}`, currency: 'BTC' }
}

export const btcOf = (msats: bigint): bigint => ((msats + 999n) / 1000n) * 1000n

export const toMsat = (amount: string): bigint => BigInt(Math.round(Number(amount) * 1e8)) * 1000n
