import { ALPHABET } from '@satchel/bolt11/words'
import { BLANKS } from './trim-blanks.ts'

/** A code with a checksum, in a longer text. */
export interface Bech32Text {
  /** Without the blanks and line breaks that were in it. */
  readonly text: string
  /** False: it starts like one, but no end of it has a correct checksum. */
  readonly isValid: boolean
}

/**
 * Finds the invoices, LNURLs and bitcoin addresses of a text, also if they are broken into lines or groups. The
 * checksum marks their ends. The time grows only with the length of the text.
 */
export function findBech32(text: string): Bech32Text[] {
  const found: Bech32Text[] = []
  const starts = new RegExp(START)
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const { ends, broken, resumeAt } = readFrom(text, start)
    for (const end of ends) found.push({ text: end, isValid: true })
    if (broken !== undefined) found.push({ text: broken, isValid: false })
    starts.lastIndex = resumeAt
  }
  return found
}

/** Human-readable parts with the separator: of an LNURL, an invoice, an address. */
const START = /(?<![a-z0-9])(?:lnurl|ln(?:bcrt|bc|tbs|tb|sb)\d*[munp]?|bc|tbs|tb|bcrt|sb)1/gi

/** A line break, also of quoted and encoded mails, or blanks. */
const GAP = new RegExp(`(?:=\\r?\\n|[${BLANKS}>])+`, 'uy')

const VALUES: ReadonlyMap<string, number> = new Map(
  Array.from(ALPHABET + ALPHABET.toUpperCase(), (letter, index) => [letter, index % ALPHABET.length]),
)

/** Longer than every invoice. */
const MAX_CHARACTERS = 8192
const CHECKSUM_CHARACTERS = 6
/** Shorter ones are words of a sentence. */
const MIN_BROKEN = 20

/** What remains at the end of bech32 (BIP 173) and of bech32m (BIP 350). */
const REMAINDERS: ReadonlySet<number> = new Set([1, 0x2bc830a3])

interface Read {
  readonly ends: readonly string[]
  readonly broken: string | undefined
  readonly resumeAt: number
}

function readFrom(text: string, { 0: head, index }: RegExpExecArray): Read {
  const ends: string[] = []
  let joined = head
  let remainder = headRemainder(head)
  let at = index + head.length
  let resumeAt = at
  let first: string | undefined
  while (joined.length < MAX_CHARACTERS) {
    const value = VALUES.get(text[at] ?? '')
    if (value !== undefined) {
      remainder = step(remainder, value)
      joined += text[at]
      at += 1
      continue
    }
    first ??= joined
    if (isEnd(joined, head, remainder)) {
      ends.push(joined)
      resumeAt = at
    }
    GAP.lastIndex = at
    if (!GAP.test(text)) break
    at = GAP.lastIndex
  }
  const isBroken = ends.length === 0 && (first ?? joined).length - head.length >= MIN_BROKEN
  return { ends, broken: isBroken ? first : undefined, resumeAt }
}

/** Either case, but not both. */
const isEnd = (joined: string, head: string, remainder: number): boolean =>
  joined.length >= head.length + CHECKSUM_CHARACTERS &&
  REMAINDERS.has(remainder) &&
  (joined === joined.toLowerCase() || joined === joined.toUpperCase())

function headRemainder(head: string): number {
  const codes = Array.from(head.slice(0, -1).toLowerCase(), (letter) => letter.charCodeAt(0))
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
  return values.reduce(step, 1)
}

const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function step(remainder: number, value: number): number {
  const top = remainder >> 25
  let next = ((remainder & 0x1ffffff) << 5) ^ value
  for (let bit = 0; bit < GENERATORS.length; bit += 1) if (((top >> bit) & 1) === 1) next ^= GENERATORS[bit] ?? 0
  return next
}
