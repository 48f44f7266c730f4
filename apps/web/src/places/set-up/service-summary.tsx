import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { useStatus } from '../../api/wallets.ts'
import { t } from '../../language/language.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Switch } from '../../parts/field.tsx'
import { List, TextRow } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTask } from '../../parts/use-task.ts'

type Status = AnswerOf<'GET /api/v1/status'>

/** A summary for the super user: kind of money, node, and registration. */
export function ServiceSummary() {
  const status = useStatus()
  return (
    <Page title={t('set-up.title')}>
      {status === undefined ? <Skeleton /> : <Summary status={status} />}
      <ButtonLink to="/" look="primary" wide>
        {t('action.done')}
      </ButtonLink>
    </Page>
  )
}

function Summary({ status }: { readonly status: Status }) {
  return (
    <>
      <List label={t('set-up.service')}>
        <TextRow
          icon="bolt"
          title={t(status.real_money ? 'set-up.real' : 'set-up.play')}
          note={t(status.real_money ? 'set-up.real-note' : 'set-up.play-note')}
        />
        <TextRow icon="globe" title={t('set-up.node')} note={nodeText(status)} />
        <TextRow
          icon="shield"
          title={t(status.https ? 'set-up.https' : 'set-up.no-https')}
          note={t(status.https ? 'set-up.https-note' : 'set-up.no-https-note')}
        />
      </List>
      <Registration isOpen={status.registration_open} />
    </>
  )
}

function nodeText({ funding_source: node, network, node_answers: answers, real_money: isReal }: Status): string {
  if (!isReal) return t('set-up.node-simulated')
  const state = t(answers ? 'set-up.node-answers' : 'set-up.node-away')
  return `${node}${network === null ? '' : `, ${network}`}. ${state}`
}

function Registration({ isOpen }: { readonly isOpen: boolean }) {
  const [wish, setWish] = useState(isOpen)
  const task = useTask()
  const change = async (open: boolean): Promise<void> => {
    setWish(open)
    try {
      await call('PUT /api/v1/admin/settings', { body: { allow_new_accounts: open } })
    } catch (error) {
      setWish(!open)
      throw error
    }
    await Promise.all(['status', 'methods'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
  }
  return (
    <section class="stack" aria-labelledby="registration">
      <h2 id="registration">{t('set-up.registration')}</h2>
      <Switch
        label={t('set-up.registration-open')}
        hint={t(wish ? 'set-up.registration-open-note' : 'set-up.registration-closed-note')}
        on={wish}
        onChange={(open) => task.run(() => change(open))}
      />
      <Problem error={task.error} />
    </section>
  )
}
