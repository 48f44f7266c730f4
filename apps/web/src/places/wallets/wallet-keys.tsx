import type { WalletKeys as Keys, Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { t } from '../../language/language.ts'
import { KEPT_WITH_NEW_KEYS } from '../../parts/access/ended-by.ts'
import { WhatEnds } from '../../parts/access/what-ends.tsx'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/choices.tsx'
import { CodeFact } from '../../parts/code-fact.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { isOwn } from './rights.ts'

type Kept = (typeof KEPT_WITH_NEW_KEYS)[number][0]

/** API keys of a wallet, shown after a step-up and not stored. */
export function WalletKeys({ wallet }: { readonly wallet: Wallet }) {
  const [keys, setKeys] = useState<Keys | undefined>(undefined)
  const [renewing, setRenewing] = useState(false)
  const [kept, setKept] = useState<ReadonlySet<Kept>>(new Set())
  const task = useTask()
  const query = { wallet_id: wallet.id }
  const read = async (): Promise<void> => setKeys(await call('GET /api/v1/wallet/keys', { query }))
  const renew = async (): Promise<void> => {
    await call('PUT /api/v1/wallet/reset', { query, body: { keep: [...kept] } })
    await read()
    say(t('keys.renewed'), 'good')
  }
  return (
    <section class="stack" aria-labelledby="wallet-keys">
      <h2 id="wallet-keys">{t('keys.title')}</h2>
      <p class="note">{t('keys.note')}</p>
      {keys !== undefined && (
        <Facts>
          <CodeFact name={t('keys.admin')} code={keys.adminkey} />
          <CodeFact name={t('keys.invoice')} code={keys.inkey} />
        </Facts>
      )}
      <Problem error={task.error} />
      <div class="row-of-buttons">
        {keys === undefined ? (
          <Button icon="key" wide busy={task.busy} onClick={() => task.run(read)}>
            {t('keys.show')}
          </Button>
        ) : (
          <Button icon="eye-off" wide onClick={() => setKeys(undefined)}>
            {t('keys.hide')}
          </Button>
        )}
        {isOwn(wallet) && (
          <Button wide onClick={() => setRenewing(true)}>
            {t('keys.renew')}
          </Button>
        )}
      </div>
      {renewing && (
        <ConfirmDialog
          title={t('keys.renew')}
          action={t('keys.renew')}
          danger
          onConfirm={renew}
          onClose={() => setRenewing(false)}
        >
          <p>{t('keys.renew-note')}</p>
          <WhatEnds event="new-wallet-keys" />
          {KEPT_WITH_NEW_KEYS.map(([one, what]) => (
            <Checkbox
              key={one}
              label={t('keys.keep', { what: t(what) })}
              on={kept.has(one)}
              onChange={(on) =>
                setKept(on ? new Set([...kept, one]) : new Set([...kept].filter((each) => each !== one)))
              }
            />
          ))}
        </ConfirmDialog>
      )}
    </section>
  )
}
