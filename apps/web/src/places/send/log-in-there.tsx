import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { t } from '../../language/language.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Outcome, Spoken } from '../../parts/outcome.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'
import type { SendState } from './draft.ts'

/** Logs in to another service by LNURL-auth: a signature only, no money, no password. */
export function LogInThere({ walletId, target }: NonNullable<SendState['logIn']>) {
  const task = useTask()
  const [isIn, setIn] = useState(false)
  const logIn = async (): Promise<void> => {
    await call('POST /api/v1/lnurlauth', { query: { wallet_id: walletId }, body: { lnurl: target.lnurl } })
    setIn(true)
  }
  return (
    <>
      <Spoken>{isIn ? t('auth.done', { domain: target.domain }) : ''}</Spoken>
      {isIn ? (
        <>
          <Outcome tone="good" title={t('auth.done', { domain: target.domain })}>
            <p class="note">{t('auth.done-note')}</p>
          </Outcome>
          <ButtonLink to="/" look="primary" wide>
            {t('action.done')}
          </ButtonLink>
        </>
      ) : (
        <>
          <div class="send-found">
            <strong dir="ltr">{target.domain}</strong>
            <p>{t('auth.note')}</p>
          </div>
          <Problem error={task.error} />
          <Button look="primary" icon="key" wide busy={task.busy} onClick={() => task.run(logIn)}>
            {t('auth.submit')}
          </Button>
        </>
      )}
    </>
  )
}
