import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { logOut } from '../../api/session.ts'
import { shortTime } from '../../language/dates.ts'
import { t } from '../../language/language.ts'
import { WhatEnds } from '../../parts/access/what-ends.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useGo } from '../../routing/paths.ts'
import './account.css'
import { readAgent } from './read-agent.ts'

type Session = AnswerOf<'GET /api/v1/auth/sessions'>[number]

const KEY = ['sessions']

export function Sessions() {
  const go = useGo()
  const [leaving, setLeaving] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /api/v1/auth/sessions', {}, { signal }),
    staleTime: 0,
  })
  const leaveEverywhere = async (): Promise<void> => {
    await call('POST /api/v1/auth/logout-everywhere')
    await logOut()
    go('/welcome', { replace: true })
  }
  return (
    <Page title={t('account.sessions')} back="/account">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton />
      ) : (
        <List>
          {data.map((each) => (
            <SessionRow key={each.id} session={each} />
          ))}
        </List>
      )}
      <Button look="danger" icon="logout" wide onClick={() => setLeaving(true)}>
        {t('account.leave-everywhere')}
      </Button>
      {leaving && (
        <ConfirmDialog
          danger
          title={t('account.leave-everywhere')}
          action={t('account.leave-everywhere')}
          onConfirm={leaveEverywhere}
          onClose={() => setLeaving(false)}
        >
          <p>{t('account.leave-everywhere-note')}</p>
          <WhatEnds event="log-out-everywhere" />
        </ConfirmDialog>
      )}
    </Page>
  )
}

function SessionRow({ session }: { readonly session: Session }) {
  const task = useTask()
  const name = agentText(session.agent)
  const end = async (): Promise<void> => {
    await call('DELETE /api/v1/auth/sessions/{id}', { path: { id: session.id } })
    await queryClient.invalidateQueries({ queryKey: KEY })
    say(t('account.session-ended'), 'good')
  }
  return (
    <>
      <TextRow
        icon="device"
        title={name}
        note={
          session.current
            ? t('account.this-session')
            : t('account.session-used', {
                time: shortTime(Date.parse(session.last_used_at) / 1000),
                address: session.address,
              })
        }
        end={
          session.current ? undefined : (
            <Button busy={task.busy} label={t('account.session-end-name', { name })} onClick={() => task.run(end)}>
              {t('account.session-end')}
            </Button>
          )
        }
      />
      {task.error !== undefined && (
        <li>
          <Problem error={task.error} />
        </li>
      )}
    </>
  )
}

function agentText(text: string): string {
  const { browser, system } = readAgent(text)
  if (browser !== undefined && system !== undefined) return t('account.agent', { browser, system })
  return browser ?? system ?? t('account.agent-unknown')
}
