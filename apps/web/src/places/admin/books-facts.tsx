import { fullTime } from '../../language/dates.ts'
import { t } from '../../language/language.ts'
import { msatOf } from '../../money/money.ts'
import { preciseSatText } from '../../parts/amount.tsx'
import { Fact } from '../../parts/facts.tsx'
import type { ServerStatus } from './operator.ts'

/** Whether the books add up, and whether the node agrees with them, in words. */
export function BooksFacts({ books }: Pick<ServerStatus, 'books'>) {
  return (
    <>
      <Fact name={t('admin.halt-books')}>{booksText(books)}</Fact>
      <Fact name={t('admin.halt-node')}>{nodeText(books)}</Fact>
    </>
  )
}

function booksText({ checked_at: at, violations }: ServerStatus['books']): string {
  if (at === null || violations === null) return t('admin.books-not-checked')
  const time = fullTime(at)
  return violations === 0 ? t('admin.books-right', { time }) : t('admin.books-wrong', { time, count: violations })
}

function nodeText({ compared_with_node_at: at, node_difference_msat: difference }: ServerStatus['books']): string {
  if (at === null || difference === null) return t('admin.node-not-compared')
  const time = fullTime(at)
  if (difference === 0) return t('admin.node-agrees', { time })
  const amount = preciseSatText(msatOf(Math.abs(difference)))
  return difference > 0 ? t('admin.node-has-more', { amount, time }) : t('admin.node-has-less', { amount, time })
}
