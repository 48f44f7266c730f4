import { fullTime } from '../../language/dates.ts'
import { t } from '../../language/language.ts'
import { msatOf } from '../../money/money.ts'
import { preciseSatText } from '../../parts/amount.tsx'
import { Fact } from '../../parts/facts.tsx'
import type { ServerStatus } from './operator.ts'

/** The results of the audit and of the comparison with the node. */
export function BooksFacts({ books }: Pick<ServerStatus, 'books'>) {
  const { checked_at: checkedAt, compared_with_node_at: comparedAt } = books
  return (
    <>
      <Fact name={t('admin.halt-books')}>
        {booksText(books)}
        {checkedAt !== null && <small>{t('admin.checked-at', { time: fullTime(checkedAt) })}</small>}
      </Fact>
      <Fact name={t('admin.halt-node')}>
        {nodeText(books)}
        {comparedAt !== null && <small>{t('admin.compared-at', { time: fullTime(comparedAt) })}</small>}
      </Fact>
    </>
  )
}

function booksText({ violations }: ServerStatus['books']): string {
  if (violations === null) return t('admin.books-not-checked')
  return violations === 0 ? t('admin.books-right') : t('admin.books-wrong', { count: violations })
}

function nodeText({ node_difference_msat: difference }: ServerStatus['books']): string {
  if (difference === null) return t('admin.node-not-compared')
  if (difference === 0) return t('admin.node-agrees')
  const amount = preciseSatText(msatOf(Math.abs(difference)))
  return difference > 0 ? t('admin.node-has-more', { amount }) : t('admin.node-has-less', { amount })
}
