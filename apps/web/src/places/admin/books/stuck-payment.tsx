import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import type { AnswerOf } from '../../../api/routes.ts'
import { durationText, fullTime } from '../../../language/dates.ts'
import { t } from '../../../language/language.ts'
import { msatOf } from '../../../money/money.ts'
import { preciseSatText } from '../../../parts/amount.tsx'
import { Banner } from '../../../parts/banner.tsx'
import { Button, ButtonLink } from '../../../parts/button.tsx'
import { CodeFact } from '../../../parts/code-fact.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { type OperatorPayment, refreshOperator } from '../operator.ts'
import { ResolveDialog } from './resolve-dialog.tsx'
import { answerText, stateText } from './state-text.ts'

const FINAL = ['open', 'success', 'failed', 'expired']

/** An unfinished payment, with actions to ask the node or to resolve it. */
export function StuckPayment({ hash, id }: { readonly hash: string; readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'payment', hash],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/payments', { query: { payment_hash: hash, state: 'any', limit: 100 } }, { signal }),
    staleTime: 0,
  })
  const payment = data?.data.find(({ checking_id: found }) => found === id)
  return (
    <Page title={t('admin.payment')} back="/admin/books">
      <Problem error={error} onRetry={() => void refetch()} />
      {payment !== undefined ? (
        <Details payment={payment} />
      ) : data === undefined ? (
        error === null && <Skeleton />
      ) : (
        <EmptyState icon="search" title={t('admin.no-payment')} />
      )}
    </Page>
  )
}

type Polled = AnswerOf<'POST /api/v1/admin/payments/{checking_id}/poll'>

function Details({ payment }: { readonly payment: OperatorPayment }) {
  const [polled, setPolled] = useState<Polled | undefined>(undefined)
  const [resolving, setResolving] = useState(false)
  const task = useTask()
  const poll = async (): Promise<void> => {
    setPolled(
      await call('POST /api/v1/admin/payments/{checking_id}/poll', { path: { checking_id: payment.checking_id } }),
    )
    await refreshOperator()
  }
  const isFinal = FINAL.includes(payment.state)
  return (
    <>
      <PaymentFacts payment={payment} />
      <Problem error={task.error} />
      {polled !== undefined && (
        <div role="status" class="stack">
          <Banner icon={polled.changed ? 'check' : 'clock'}>
            {answerText(polled.node_answer, payment.direction)}{' '}
            {polled.changed ? t('admin.poll-changed') : t('admin.poll-same')}
          </Banner>
        </div>
      )}
      {(!isFinal || payment.due_at !== null) && (
        <Button icon="search" look="primary" wide busy={task.busy} onClick={() => task.run(poll)}>
          {t('admin.ask-node')}
        </Button>
      )}
      {!isFinal && (
        <>
          <Button look="danger" wide onClick={() => setResolving(true)}>
            {t('admin.resolve')}
          </Button>
          <p class="note">{t('admin.resolve-when')}</p>
        </>
      )}
      {payment.user_id !== null && (
        <ButtonLink to={`/admin/users/${payment.user_id}`} icon="person" wide>
          {t('admin.payment-user')}
        </ButtonLink>
      )}
      {resolving && <ResolveDialog payment={payment} onClose={() => setResolving(false)} />}
    </>
  )
}

function PaymentFacts({ payment }: { readonly payment: OperatorPayment }) {
  const { title, normal } = stateText(payment)
  const { node_answer: answer } = payment
  return (
    <Facts>
      <Fact name={t('admin.state')}>
        {title}
        {normal !== undefined && <small>{normal}</small>}
      </Fact>
      <Fact name={payment.direction === 'in' ? t('admin.amount-in') : t('admin.amount-out')} ltr>
        {preciseSatText(msatOf(payment.amount_msat))}
      </Fact>
      {payment.direction === 'out' && (
        <Fact name={t('admin.fee-reserve')} ltr>
          {preciseSatText(msatOf(payment.fee_limit_msat))}
        </Fact>
      )}
      <Fact name={t('admin.made')}>
        {fullTime(payment.created_at)}
        <small>{t('admin.age', { age: durationText(payment.age_seconds) })}</small>
      </Fact>
      {payment.due_at !== null && <Fact name={t('admin.due')}>{fullTime(payment.due_at)}</Fact>}
      <Fact name={t('admin.last-answer')}>
        {answer === null ? t('admin.unknown') : answerText(answer, payment.direction)}
        {answer !== null && (
          <small lang="en" dir="ltr">
            {answer}
          </small>
        )}
      </Fact>
      {payment.peer_id !== null && <Fact name={t('admin.kind')}>{t('admin.kind-inside')}</Fact>}
      {payment.hold && <Fact name={t('admin.kind')}>{t('admin.kind-hold')}</Fact>}
      {payment.failure !== null && (
        <Fact name={t('admin.why-failed')} sentence>
          <span lang="en">{payment.failure}</span>
        </Fact>
      )}
      <CodeFact name={t('admin.payment-hash')} code={payment.payment_hash} />
      <CodeFact name={t('admin.checking-id')} code={payment.checking_id} />
      <CodeFact name={t('admin.wallet-id')} code={payment.wallet_id} />
    </Facts>
  )
}
