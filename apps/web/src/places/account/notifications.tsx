import { useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { readSubscription, subscribe, unsubscribe } from '../../api/push.ts'
import { session } from '../../api/session.ts'
import { t } from '../../language/language.ts'
import type { TypedAmount } from '../../money/typed-amount.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Switch } from '../../parts/field.tsx'
import { AmountField } from '../../parts/numbers/amount-field.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useStore } from '../../store.ts'
import { NostrMessages } from './nostr-messages.tsx'
import { usePreferenceChange } from './use-preference-change.ts'

/** The messages that the person wants, and the ways to receive them. */
export function Notifications() {
  const { data, error, refetch } = useQuery({
    queryKey: ['push-key'],
    queryFn: ({ signal }) => call('GET /api/v1/push/key', {}, { signal }),
  })
  return (
    <Page title={t('account.notifications')} back="/account">
      {data === undefined ? (
        error === null ? (
          <Skeleton />
        ) : (
          <Problem error={error} onRetry={() => void refetch()} />
        )
      ) : data.key === null ? (
        <EmptyState icon="warning" title={t('account.messages-off')}>
          <p>{t('account.messages-off-note')}</p>
        </EmptyState>
      ) : (
        <Choice pushKey={data.key} hasMail={data.mail} />
      )}
    </Page>
  )
}

function Choice({ pushKey, hasMail }: { readonly pushKey: string; readonly hasMail: boolean }) {
  const me = useStore(session)
  const { preferences, error, change } = usePreferenceChange()
  if (preferences === undefined) return <Skeleton />
  return (
    <>
      <Switch
        label={t('account.notify')}
        hint={t('account.notify-note')}
        on={preferences.notify}
        onChange={(notify) => change({ notify })}
      />
      {preferences.notify && (
        <FromAmount sats={preferences.notify_min_sats} onSats={(sats) => change({ notify_min_sats: sats })} />
      )}
      {typeof me === 'object' && me.is_super_user && (
        <Switch
          label={t('account.notify-operator')}
          hint={t('account.notify-operator-note')}
          on={preferences.notify_operator}
          onChange={(on) => change({ notify_operator: on })}
        />
      )}
      <h2>{t('account.notify-where')}</h2>
      <ThisBrowser pushKey={pushKey} />
      {hasMail && (
        <Switch
          label={t('account.notify-mail')}
          hint={t('account.notify-mail-note')}
          on={preferences.notify_mail}
          onChange={(on) => change({ notify_mail: on })}
        />
      )}
      <NostrMessages on={preferences.notify_nostr} onChange={(on) => change({ notify_nostr: on })} />
      <Problem error={error} />
    </>
  )
}

/** The limit of the service. */
const MAX_DIGITS = 12

/** Stored on blur, not on every digit. */
function FromAmount({ sats, onSats }: { readonly sats: number; readonly onSats: (sats: number) => void }) {
  const [amount, setAmount] = useState<TypedAmount>({ unit: 'sat', text: String(sats) })
  const typed = amount.text !== '' && amount.text.length <= MAX_DIGITS ? Number(amount.text) : undefined
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== undefined) onSats(typed)
      }}
    >
      <AmountField
        label={t('account.notify-from')}
        typed={amount}
        onTyped={setAmount}
        error={typed === undefined ? t('account.notify-from-wrong') : undefined}
      >
        <Button type="submit" disabled={typed === undefined || typed === sats}>
          {t('action.save')}
        </Button>
      </AmountField>
    </form>
  )
}

/** Push messages in this browser, also while the app is closed. */
function ThisBrowser({ pushKey }: { readonly pushKey: string }) {
  const [state, setState] = useState<'unknown' | 'unable' | 'off' | 'on'>('unknown')
  const task = useTask()
  const read = async (): Promise<void> => setState(await readSubscription())
  useEffect(() => void read(), [])
  if (state === 'unknown') return null
  if (state === 'unable') return <p class="note">{t('account.push-unable')}</p>
  return (
    <>
      <Switch
        label={t('account.push')}
        hint={t('account.push-note')}
        on={state === 'on'}
        onChange={(on) => {
          task.run(async () => {
            await (on ? subscribe(pushKey) : unsubscribe())
            await read()
          })
        }}
      />
      <Problem error={task.error} />
    </>
  )
}
