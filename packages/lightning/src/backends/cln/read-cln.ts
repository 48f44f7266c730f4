import { readFileSync } from 'node:fs'
import type { Reader } from '../../config/environment.ts'
import { readCertificate, readNodeUrl, readRequired, type SecretRules } from '../../config/node-endpoint.ts'
import type { Secret, Setting } from '../../config/setting.ts'

/** A Core Lightning node through CLNRest. */
export interface ClnConfig {
  readonly kind: 'cln'
  readonly url: string
  /** PEM of the node's own certificate; no other is accepted. */
  readonly certificate: Setting
  /** PEM of the authority that signed the node's certificate. */
  readonly authority: Setting
  readonly runes: Readonly<Record<ClnRole, Secret>>
  /** Receipts up to this index are not ours: the start for a service that is new to the node. */
  readonly lastPayIndex: number
}

/** The purpose of a rune. */
export type ClnRole = 'read' | 'invoice' | 'pay'

export function readCln(read: Reader, rules: SecretRules): ClnConfig {
  const { problems } = rules
  const pay = readRune(PAY, readRequired(read, PAY, problems), rules)
  const orPay = (variable: string): Secret => {
    const given = read.optional(variable)
    return given === undefined ? pay : readRune(variable, given, rules)
  }
  const runes = { read: orPay('CLNREST_READONLY_RUNE'), invoice: orPay('CLNREST_INVOICE_RUNE'), pay }
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
/** Base64 for URLs, which is unlike a path; an empty value is already reported. */
const RUNE = /^[\w-]*={0,2}$/

function readRune(variable: string, given: string, { problems, inlineOnly }: SecretRules): Secret {
  if (RUNE.test(given)) return { variable, value: given }
  const value = inlineOnly === true ? undefined : readRuneFile(given)
  if (value === undefined) {
    problems.push(`${variable}: must be a rune as \`createrune\` prints it, or the path of a file with one`)
  }
  return { variable, value: value ?? '', file: given }
}

export function readRuneFile(path: string): string | undefined {
  try {
    const rune = readFileSync(path, 'utf8').trim()
    return rune !== '' && RUNE.test(rune) ? rune : undefined
  } catch {
    return undefined
  }
}
