import type { WebhookDelivery } from '@satchel/client/operations'
import { useInfiniteQuery } from '@tanstack/preact-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { fullTime } from '../../language/dates.ts'
import { errorText } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

const PAGE_SIZE = 20

/** The last calls and what became of them; each can be sent again. */
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

function DeliveryRow({ delivery, walletId }: { readonly delivery: WebhookDelivery; readonly walletId: string }) {
  const { id, url, state, attempts, last_status: status, last_error: problem, created_at: created } = delivery
  const task = useTask()
  const again = async (): Promise<void> => {
    try {
      await call('POST /api/v1/wallet/webhook/deliveries/{id}/redeliver', {
        path: { id },
        query: { wallet_id: walletId },
      })
      say(t('webhooks.sent-again'), 'good')
    } catch (error) {
      say(errorText(error), 'bad')
    }
    await queryClient.invalidateQueries({ queryKey: ['deliveries', walletId] })
  }
  return (
    <TextRow
      title={<bdi class="delivery-url">{url}</bdi>}
      note={
        <>
          {fullTime(created)} · {STATE_TEXT[state]()} · {t('webhooks.attempts', { count: attempts })}
          {status !== null && ` · HTTP ${status}`}
          {problem !== null && problem !== '' && (
            <>
              {' · '}
              <bdi lang="en">{problem}</bdi>
            </>
          )}
        </>
      }
      end={
        <Button label={`${t('webhooks.again')}: ${url}`} busy={task.busy} onClick={() => task.run(again)}>
          {t('webhooks.again')}
        </Button>
      }
    />
  )
}

const STATE_TEXT: Readonly<Record<WebhookDelivery['state'], () => string>> = {
  waiting: () => t('webhooks.waiting'),
  delivered: () => t('webhooks.delivered'),
  'given-up': () => t('webhooks.given-up'),
  refused: () => t('webhooks.refused'),
}
