import type { Reader } from '../../config/environment.ts'
import { readCertificate, readNodeUrl, readRequired, type SecretRules } from '../../config/node-endpoint.ts'

/** A Core Lightning node through CLNRest. */
export interface ClnConfig {
  readonly kind: 'cln'
  readonly url: string
  /** PEM of the node's own certificate; no other is accepted. */
  readonly certificate: string | undefined
  /** PEM of the authority that signed the node's certificate. */
  readonly authority: string | undefined
  readonly runes: Readonly<Record<ClnRole, ClnRune>>
  /** Receipts up to this index are not ours: the start for a service that is new to the node. */
  readonly lastPayIndex: number
}

/** What a rune is used for. */
export type ClnRole = 'read' | 'invoice' | 'pay'

export interface ClnRune {
  /** Where it was read from, so that a refusal can name it. */
  readonly variable: string
  readonly value: string
}

export function readCln(read: Reader, rules: SecretRules): ClnConfig {
  const { problems } = rules
  const pay = { variable: PAY, value: readRequired(read, PAY, problems) }
  const orPay = (variable: string): ClnRune => {
    const value = read.optional(variable)
    return value === undefined ? pay : { variable, value }
  }
  const runes = { read: orPay('CLNREST_READONLY_RUNE'), invoice: orPay('CLNREST_INVOICE_RUNE'), pay }
  for (const { variable, value } of new Set(Object.values(runes))) {
    if (!RUNE.test(value)) problems.push(`${variable}: must be a rune as \`createrune\` prints it`)
  }
  return {
    kind: 'cln',
    url: readNodeUrl(read, 'CLNREST_URL', { problems }),
    certificate: readCertificate(read, 'CLNREST_CERT', rules),
    authority: readCertificate(read, 'CLNREST_CA', rules),
    runes,
    lastPayIndex: read.integer('CLNREST_LAST_PAY_INDEX', 0, 0, Number.MAX_SAFE_INTEGER),
  }
}

const PAY = 'CLNREST_PAY_RUNE'
/** One word that fits a header; an empty value is already reported. */
const RUNE = /^[\x21-\x7e]*$/
