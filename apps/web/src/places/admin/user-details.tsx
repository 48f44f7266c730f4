import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { session } from '../../api/session.ts'
import { fullTime } from '../../language/dates.ts'
import { t } from '../../language/language.ts'
import { msatOf } from '../../money/money.ts'
import { satText } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { CodeFact } from '../../parts/code-fact.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { ButtonRow, List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useStore } from '../../store.ts'
import { CorrectBalance } from './correct-balance.tsx'
import { UserActions, type UserBody } from './user-actions.tsx'

/** One account, its wallets on demand, and the actions of an administrator. */
export function UserDetails({ id }: { readonly id: string }) {
  const me = useStore(session)
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => call('GET /users/api/v1/user/{user_id}', { path: { user_id: id } }, { signal }),
    staleTime: 0,
  })
  const reload = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['users'] })
    await refetch()
  }
  return (
    <Page title={data?.username ?? t('admin.user')} back="/admin/users">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : (
        <>
          <Facts>
            <Fact name={t('admin.state')}>{t(data.disabled ? 'admin.disabled' : 'admin.enabled')}</Fact>
            <Fact name={t('admin.role')}>{roleText(data.role)}</Fact>
            {data.email !== '' && (
              <Fact name={t('admin.email')} ltr>
                {data.email}
              </Fact>
            )}
            <Fact name={t('admin.created')}>{fullTime(Date.parse(data.created_at) / 1000)}</Fact>
            <Fact name={t('admin.last-log-in')}>
              {data.last_login_at === null ? t('admin.unknown') : fullTime(data.last_login_at)}
            </Fact>
            <CodeFact name={t('admin.id')} code={data.id} />
          </Facts>
          <WalletsOf id={data.id} count={data.wallet_count} canCorrect={typeof me === 'object' && me.is_super_user} />
          {typeof me === 'object' && me.id !== data.id && (
            <UserActions user={data} isSuperUser={me.is_super_user} onChange={reload} />
          )}
        </>
      )}
    </Page>
  )
}

function roleText(role: UserBody['role']): string {
  if (role === 'user') return t('admin.role-user')
  return t(role === 'admin' ? 'admin.role-admin' : 'admin.role-super')
}

interface WalletsProps {
  readonly id: string
  readonly count: number
  /** Only super users may correct balances. */
  readonly canCorrect: boolean
}

/** Loaded on demand only: the audit log records the access. */
function WalletsOf({ id, count, canCorrect }: WalletsProps) {
  const [shown, setShown] = useState(false)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const { data, error } = useQuery({
    queryKey: ['wallets-of', id],
    queryFn: ({ signal }) =>
      call('GET /users/api/v1/user/{user_id}/wallets', { path: { user_id: id }, query: { limit: 100 } }, { signal }),
    enabled: shown,
    staleTime: 0,
  })
  const wallet = data?.data.find((each) => each.id === chosen)
  if (!shown)
    return (
      <Button icon="wallet" wide onClick={() => setShown(true)}>
        {t('admin.show-wallets', { count })}
      </Button>
    )
  return (
    <>
      <Problem error={error} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : (
        <List label={t('nav.wallets')}>
          {data.data.map((wallet) => {
            const shape = { icon: 'wallet', title: wallet.name, end: satText(msatOf(wallet.balance)) } as const
            return canCorrect ? (
              <ButtonRow
                key={wallet.id}
                {...shape}
                note={t('admin.correct-open')}
                onClick={() => setChosen(wallet.id)}
              />
            ) : (
              <TextRow key={wallet.id} {...shape} />
            )
          })}
        </List>
      )}
      {wallet !== undefined && <CorrectBalance wallet={wallet} userId={id} onClose={() => setChosen(undefined)} />}
    </>
  )
}
