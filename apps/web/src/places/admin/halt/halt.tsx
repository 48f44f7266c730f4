import { t } from '../../../language/language.ts'
import { Banner } from '../../../parts/banner.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { LinkRow, List } from '../../../parts/list-row.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { BooksFacts } from '../books-facts.tsx'
import { type HaltState, useHalt, useServerStatus } from '../operator.ts'
import { HaltForm } from './halt-form.tsx'
import { Resume } from './resume.tsx'
import { whyText } from './why-text.ts'

/** Why payments are halted, the results of audit and node, and both ways to resume. */
export function Halt() {
  const { data, error, refetch } = useHalt()
  return (
    <Page title={t('admin.halt')} back="/admin">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <Skeleton /> : <State halt={data} />}
    </Page>
  )
}

function State({ halt }: { readonly halt: HaltState }) {
  const { data: status, error } = useServerStatus()
  const isStopped = halt.halted || halt.comparison_due !== null
  return (
    <>
      {isStopped ? (
        <Banner icon="warning">{t('admin.halted')}</Banner>
      ) : (
        <Banner icon="check">{t('admin.not-halted')}</Banner>
      )}
      {halt.reason !== null && <Why reason={halt.reason} />}
      <Facts>
        {halt.comparison_due !== null && (
          <Fact name={t('admin.halt-waits')}>
            <span lang="en">{halt.comparison_due}</span>
          </Fact>
        )}
        {status !== undefined && <BooksFacts books={status.books} />}
      </Facts>
      <Problem error={error} />
      {isStopped ? <Resume /> : <HaltForm />}
      <List>
        <LinkRow to="/admin/books" icon="activity" title={t('admin.open-books')} />
      </List>
    </>
  )
}

/** The meaning of the reason, then its original text. */
function Why({ reason }: { readonly reason: string }) {
  const meaning = whyText(reason)
  return (
    <section class="stack" aria-label={t('admin.halt-reason')}>
      <h2>{t('admin.halt-reason')}</h2>
      {meaning !== undefined && <p>{meaning}</p>}
      <p class={meaning === undefined ? undefined : 'note'} dir="auto" lang={meaning === undefined ? undefined : 'en'}>
        {reason}
      </p>
    </section>
  )
}
