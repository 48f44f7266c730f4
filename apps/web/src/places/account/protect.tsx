import { useState } from 'preact/hooks'
import { canUsePasskeys } from '../../api/passkey.ts'
import { refreshProtection } from '../../api/protection.ts'
import { logOut } from '../../api/session.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'
import { AuthenticatorSetUp } from './authenticator-set-up.tsx'
import { NeedsHttps } from './needs-https.tsx'
import { PasskeySetUp } from './passkey-set-up.tsx'

/** Replaces every place while the service requires a second factor that the account lacks. */
export function Protect() {
  const [way, setWay] = useState<'passkey' | 'totp'>()
  const [hasCodes, setHasCodes] = useState(false)
  const task = useTask()
  const done = (): void => void refreshProtection()
  return (
    <Page title={t('account.protect')}>
      {way === undefined && (
        <div class="stack">
          <p>{t('account.protect-note')}</p>
          {canUsePasskeys() && (
            <Button look="primary" icon="key" wide onClick={() => setWay('passkey')}>
              {t('account.protect-passkey')}
            </Button>
          )}
          <Button look={canUsePasskeys() ? 'plain' : 'primary'} icon="device" wide onClick={() => setWay('totp')}>
            {t('account.protect-totp')}
          </Button>
          <NeedsHttps what="passkeys" />
        </div>
      )}
      {way === 'passkey' && <PasskeySetUp onCodes={() => setHasCodes(true)} onDone={done} />}
      {way === 'totp' && <AuthenticatorSetUp onCodes={() => setHasCodes(true)} onDone={done} />}
      <Problem error={task.error} />
      {!hasCodes && (
        <div class="stack">
          {way !== undefined && (
            <Button look="quiet" wide onClick={() => setWay(undefined)}>
              {t('account.protect-other')}
            </Button>
          )}
          <Button look="quiet" wide busy={task.busy} onClick={() => task.run(logOut)}>
            {t('more.log-out')}
          </Button>
        </div>
      )}
    </Page>
  )
}
