import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { Isolated } from '../../language/isolated.tsx'
import { joined } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { msatOf } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/choices.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'

type User = AnswerOf<'GET /users/api/v1/user'>[number]
type Order = 'oldest' | 'newest' | 'username' | 'last_login'

const PAGE = 50

/** All accounts; balances on demand, because the audit log records the access. */
export function Users() {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<Order>('newest')
  const [balances, setBalances] = useState(false)
  const [pages, setPages] = useState(1)
  const query = { search, order, balances }
  const { data, error, refetch } = useQuery({
    queryKey: ['users', query, pages],
    queryFn: ({ signal }) => listPages(query, pages, signal),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  return (
    <Page title={t('admin.users')} back="/admin">
      <Field
        label={t('admin.search')}
        type="search"
        value={search}
        onValue={(text) => {
          setSearch(text)
          setPages(1)
        }}
        limit={{ max: 254 }}
        autocomplete="off"
      />
      <Select
        label={t('admin.order')}
        value={order}
        onValue={setOrder}
        options={[
          { value: 'newest', label: t('admin.order-newest') },
          { value: 'oldest', label: t('admin.order-oldest') },
          { value: 'username', label: t('admin.order-name') },
          { value: 'last_login', label: t('admin.order-log-in') },
        ]}
      />
      <Checkbox label={t('admin.show-balances')} on={balances} onChange={setBalances} />
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : data.length === 0 ? (
        <EmptyState icon="search" title={t('admin.no-user')} />
      ) : (
        <List label={t('admin.users')}>
          {data.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </List>
      )}
      {data?.length === pages * PAGE && (
        <Button wide onClick={() => setPages(pages + 1)}>
          {t('admin.more-users')}
        </Button>
      )}
    </Page>
  )
}

async function listPages(
  query: { readonly search: string; readonly order: Order; readonly balances: boolean },
  pages: number,
  signal: AbortSignal,
): Promise<readonly User[]> {
  const found: User[] = []
  for (let page = 0; page < pages; page += 1) {
    const part = await call(
      'GET /users/api/v1/user',
      { query: { ...query, limit: PAGE, offset: page * PAGE } },
      { signal },
    )
    found.push(...part)
    if (part.length < PAGE) break
  }
  return found
}

function UserRow({ user }: { readonly user: User }) {
  const facts = [
    user.disabled ? t('admin.disabled') : undefined,
    user.role === 'user' ? undefined : t(user.role === 'admin' ? 'admin.role-admin' : 'admin.role-super'),
    t('admin.wallets', { count: user.wallet_count }),
  ]
  return (
    <LinkRow
      to={`/admin/users/${user.id}`}
      icon="person"
      title={<Isolated>{user.username}</Isolated>}
      note={joined(facts)}
      end={user.balance_msat === null ? undefined : satText(msatOf(user.balance_msat))}
    />
  )
}
