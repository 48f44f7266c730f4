import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { CodeFact } from '../../parts/code-fact.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'

/** The key with which programs verify webhooks, shown on demand and not stored. */
export function WebhookSecret({ walletId }: { readonly walletId: string }) {
  const [webhook, setWebhook] = useState<AnswerOf<'GET /api/v1/wallet/webhook'> | undefined>(undefined)
  const [renewing, setRenewing] = useState(false)
  const task = useTask()
  const query = { wallet_id: walletId }
  const read = async (): Promise<void> => setWebhook(await call('GET /api/v1/wallet/webhook', { query }))
  const renew = async (): Promise<void> => {
    setWebhook(await call('POST /api/v1/wallet/webhook/rotate', { query }))
    say(t('webhooks.renewed'), 'good')
  }
  return (
    <section class="stack" aria-labelledby="webhook-secret">
      <h2 id="webhook-secret">{t('webhooks.secret-title')}</h2>
      <p class="note">{t('webhooks.secret-note')}</p>
      {webhook !== undefined && (
        <Facts>
          <CodeFact name={t('webhooks.secret')} code={webhook.secret} />
          <CodeFact name={t('webhooks.public-key')} code={webhook.public_key} />
        </Facts>
      )}
      <Problem error={task.error} />
      <div class="row-of-buttons">
        {webhook === undefined ? (
          <Button icon="key" wide busy={task.busy} onClick={() => task.run(read)}>
            {t('webhooks.show')}
          </Button>
        ) : (
          <Button icon="eye-off" wide onClick={() => setWebhook(undefined)}>
            {t('webhooks.hide')}
          </Button>
        )}
        <Button wide onClick={() => setRenewing(true)}>
          {t('webhooks.renew')}
        </Button>
      </div>
      {renewing && (
        <ConfirmDialog
          title={t('webhooks.renew')}
          action={t('webhooks.renew')}
          danger
          onConfirm={renew}
          onClose={() => setRenewing(false)}
        >
          <p>{t('webhooks.renew-note')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
