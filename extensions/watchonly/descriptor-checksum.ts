const INPUT = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
const OUTPUT = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0xf5_de_e5_19_89n, 0xa9_fd_ca_33_12n, 0x1b_ab_10_e3_2dn, 0x37_06_b1_67_7an, 0x64_4d_62_6f_fdn]
const LENGTH = 8

/** The eight characters after the `#` of an output descriptor (BIP-380); undefined for invalid characters. */
export function descriptorChecksum(descriptor: string): string | undefined {
  const symbols: number[] = []
  let group: number[] = []
  for (const letter of descriptor) {
    const position = INPUT.indexOf(letter)
    if (position < 0) return undefined
    symbols.push(position & 31)
    group.push(position >> 5)
    if (group.length === 3) {
      symbols.push(valueOf(group))
      group = []
    }
  }
  if (group.length > 0) symbols.push(valueOf(group))
  const checked = polymod([...symbols, ...Array.from({ length: LENGTH }, () => 0)]) ^ 1n
  return Array.from({ length: LENGTH }, (_one, n) => OUTPUT[Number((checked >> BigInt(5 * (7 - n))) & 31n)]).join('')
}

const valueOf = (group: readonly number[]): number => group.reduce((value, digit) => value * 3 + digit, 0)

function polymod(symbols: readonly number[]): bigint {
  let value = 1n
  for (const symbol of symbols) {
    const top = value >> 35n
    value = ((value & 0x7_ff_ff_ff_ffn) << 5n) ^ BigInt(symbol)
    GENERATOR.forEach((generator, bit) => {
      if (((top >> BigInt(bit)) & 1n) === 1n) value ^= generator
    })
  }
  return value
}
