import type { WebhookDelivery } from '@satchel/client/operations'
import { useInfiniteQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { fullTime, shortTime } from '../../language/dates.ts'
import { Isolated } from '../../language/isolated.tsx'
import { joined } from '../../language/joined.ts'
import { type TextKey, t } from '../../language/language.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { CodeFact } from '../../parts/code-fact.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { ButtonRow, List } from '../../parts/list-row.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

const PAGE_SIZE = 20

/** Recent webhook deliveries and their results; each can be sent again. */
export function Deliveries({ walletId }: { readonly walletId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['deliveries', walletId],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/v1/wallet/webhook/deliveries',
        { query: { wallet_id: walletId, limit: PAGE_SIZE, offset: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
    staleTime: 0,
  })
  const rows = data?.pages.flat()
  return (
    <section class="stack" aria-labelledby="deliveries">
      <h2 id="deliveries">{t('webhooks.deliveries')}</h2>
      <Problem error={error} onRetry={() => void refetch()} />
      {rows === undefined ? (
        error === null && <Skeleton />
      ) : rows.length === 0 ? (
        <p class="note">{t('webhooks.none')}</p>
      ) : (
        <List>
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} walletId={walletId} />
          ))}
        </List>
      )}
      {hasNextPage && (
        <Button wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('webhooks.more')}
        </Button>
      )}
    </section>
  )
}

interface DeliveryProps {
  readonly delivery: WebhookDelivery
  readonly walletId: string
}

function DeliveryRow({ delivery, walletId }: DeliveryProps) {
  const [open, setOpen] = useState(false)
  const { url, state, created_at: created } = delivery
  return (
    <>
      <ButtonRow
        icon={state === 'delivered' ? 'check' : state === 'waiting' ? 'clock' : 'warning'}
        title={<Isolated class="delivery-url">{url}</Isolated>}
        note={joined([shortTime(created), STATE_TEXT[state]()])}
        onClick={() => setOpen(true)}
      />
      {open && (
        <li>
          <DeliveryDialog delivery={delivery} walletId={walletId} onClose={() => setOpen(false)} />
        </li>
      )}
    </>
  )
}

function DeliveryDialog({ delivery, walletId, onClose }: DeliveryProps & { readonly onClose: () => void }) {
  const {
    id,
    url,
    state,
    attempts,
    last_status: status,
    last_error: problem,
    last_error_code: code,
    next_attempt_at: next,
  } = delivery
  const why = WHY[code ?? '']
  const task = useTask()
  const again = async (): Promise<void> => {
    await call('POST /api/v1/wallet/webhook/deliveries/{id}/redeliver', {
      path: { id },
      query: { wallet_id: walletId },
    })
    await queryClient.invalidateQueries({ queryKey: ['deliveries', walletId] })
    say(t('webhooks.sent-again'), 'good')
    onClose()
  }
  return (
    <Dialog title={t('webhooks.call')} onClose={onClose}>
      <Facts>
        <CodeFact name={t('webhooks.url')} code={url} />
        <Fact name={t('details.time')}>{fullTime(delivery.created_at)}</Fact>
        <Fact name={t('filter.status')}>{STATE_TEXT[state]()}</Fact>
        <Fact name={t('webhooks.tried')}>{t('webhooks.attempts', { count: attempts })}</Fact>
        {next !== null && <Fact name={t('webhooks.next')}>{fullTime(next)}</Fact>}
        {status !== null && (
          <Fact name={t('webhooks.answer')} ltr>
            {`HTTP ${status}`}
          </Fact>
        )}
        {problem !== null && problem !== '' && (
          <Fact name={t('webhooks.problem')} sentence>
            {why === undefined ? <span lang="en">{problem}</span> : t(why)}
          </Fact>
        )}
      </Facts>
      <ButtonLink to={`/activity/${delivery.checking_id}?wallet=${walletId}`} icon="activity" wide>
        {t('webhooks.payment')}
      </ButtonLink>
      <Problem error={task.error} />
      <Button look="primary" wide busy={task.busy} onClick={() => task.run(again)}>
        {t('webhooks.again')}
      </Button>
    </Dialog>
  )
}

const STATE_TEXT: Readonly<Record<WebhookDelivery['state'], () => string>> = {
  waiting: () => t('webhooks.waiting'),
  delivered: () => t('webhooks.delivered'),
  'given-up': () => t('webhooks.given-up'),
  refused: () => t('webhooks.refused'),
}

const WHY: Readonly<Record<string, TextKey>> = {
  answered: 'webhooks.why-answered',
  blocked: 'webhooks.why-blocked',
  dns: 'webhooks.why-dns',
  not_http: 'webhooks.why-not_http',
  other: 'webhooks.why-other',
  refused: 'webhooks.why-refused',
  reset: 'webhooks.why-reset',
  timeout: 'webhooks.why-timeout',
  tls: 'webhooks.why-tls',
  too_large: 'webhooks.why-too_large',
  unreachable: 'webhooks.why-unreachable',
}
