import { msat } from '@satchel/money/units'
import type { FundingSource, SentPayment } from '../../port/funding-source.ts'
import { type ClnPay, listPaysOf } from './cln-pay.ts'
import type { ClnRest } from './cln-rest.ts'
import type { KnownNode } from './know-node.ts'
import { countOf, hexOf, msatOf } from './read-fields.ts'

export interface SentListDeps {
  readonly rest: ClnRest
  readonly node: KnownNode
}

const LOOKS_AT_ONCE = 16
const STATUSES = { complete: 'settled', pending: 'in_flight', failed: 'failed' } as const

/**
 * `listpays` by `created_index`, which counts the parts of payments in the order of their creation. A page may have
 * only some parts of a payment, so each payment on it is looked up completely. A payment whose later parts begin the
 * next page is listed again: it may settle after earlier parts have failed.
 */
export function createSentList({ rest, node }: SentListDeps): Pick<FundingSource, 'sentSince'> {
  const ask = async (parameters: object): Promise<readonly ClnPay[]> => {
    if (node.now()?.pages === false) throw new Error('`listpays` has no pages: Core Lightning 24.11 or newer is needed')
    return listPaysOf(await rest.demand('read', 'listpays', parameters))
  }
  const pageFrom = (start: number, limit: number): Promise<readonly ClnPay[]> => ask({ index: 'created', start, limit })
  return {
    async sentSince(cursor, limit) {
      if (cursor === undefined) return { payments: [], cursor: String(await findEnd(pageFrom)) }
      const listed = byIndex(await pageFrom(Number(cursor), limit))
      const last = listed.at(-1)
      if (last === undefined) return { payments: [], cursor }
      const hashes = [...new Set(listed.map(({ fields }) => hexOf(fields, 'payment_hash')))]
      const whole = await askAll(hashes, async (paymentHash) => byIndex(await ask({ payment_hash: paymentHash })))
      const shown = new Set<ClnPay>()
      for (const part of listed) {
        const attempts = whole.get(hexOf(part.fields, 'payment_hash')) ?? []
        // A hash has one attempt at a time: take the last that began before the part.
        const attempt = attempts.findLast((one) => indexOf(one) <= indexOf(part)) ?? part
        if (attempt.status !== 'failed' || indexOf(attempt) === indexOf(part)) shown.add(attempt)
      }
      const keepsIds = node.now()?.labels === true
      return { payments: [...shown].map((pay) => toSent(pay, keepsIds)), cursor: String(indexOf(last) + 1) }
    },
  }
}

const indexOf = ({ fields }: ClnPay): number => countOf(fields, 'created_index')

const byIndex = (pays: readonly ClnPay[]): ClnPay[] => [...pays].sort((one, other) => indexOf(one) - indexOf(other))

/** The node lists in ascending order only: searches the first index after the last entry. */
async function findEnd(pageFrom: (start: number, limit: number) => Promise<readonly ClnPay[]>): Promise<number> {
  const firstFrom = async (start: number): Promise<number | undefined> => {
    const [first] = byIndex(await pageFrom(start, 1))
    return first && indexOf(first)
  }
  let [known, end] = [0, 1]
  for (let found = await firstFrom(end); found !== undefined; found = await firstFrom(end)) {
    ;[known, end] = [found, Math.max(found + 1, end * 2)]
  }
  while (end - known > 1) {
    const middle = Math.floor((known + end) / 2)
    const found = await firstFrom(middle)
    if (found === undefined) end = middle
    else known = found
  }
  return end
}

async function askAll<Answer>(
  hashes: readonly string[],
  ask: (paymentHash: string) => Promise<Answer>,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (let start = 0; start < hashes.length; start += LOOKS_AT_ONCE) {
    const some = hashes.slice(start, start + LOOKS_AT_ONCE)
    const answered = await Promise.all(some.map(async (hash) => [hash, await ask(hash)] as const))
    for (const [hash, answer] of answered) answers.set(hash, answer)
  }
  return answers
}

function toSent({ status, label, fields }: ClnPay, keepsIds: boolean): SentPayment {
  const isSettled = status === 'complete'
  const amountMsat = fields['amount_msat'] === undefined ? undefined : msatOf(fields, 'amount_msat')
  const sentMsat = isSettled ? msatOf(fields, 'amount_sent_msat') : undefined
  return {
    paymentHash: hexOf(fields, 'payment_hash'),
    status: STATUSES[status],
    amountMsat,
    feeMsat: amountMsat === undefined || sentMsat === undefined ? undefined : msat(sentMsat - amountMsat),
    at: countOf(fields, 'created_at'),
    attemptId: keepsIds ? (label ?? '') : undefined,
  }
}
