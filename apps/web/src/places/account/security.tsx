import { useEffect } from 'preact/hooks'
import { forgetLastView, keepsLastView, startLastView } from '../../api/last-view.ts'
import { useProtection } from '../../api/protection.ts'
import { t } from '../../language/language.ts'
import { takeLinked } from '../../log-in/arrival.ts'
import { Banner } from '../../parts/banner.tsx'
import { Switch } from '../../parts/field.tsx'
import { LinkRow, List } from '../../parts/list-row.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { say } from '../../parts/toast.tsx'
import { useStore } from '../../store.ts'

/** Suggest new codes at this number or fewer. */
const FEW = 3

export function Security() {
  const { data, error, refetch } = useProtection()
  const keeps = useStore(keepsLastView)
  useEffect(() => {
    if (takeLinked() !== undefined) say(t('account.linked'), 'good')
  }, [])
  const factors = data?.second_factor ?? []
  const codes = data?.recovery_codes_left ?? 0
  const stateOf = (factor: 'totp' | 'passkey'): string =>
    data === undefined ? '' : t(factors.includes(factor) ? 'account.is-on' : 'account.is-off')
  return (
    <Page title={t('account.security')} back="/account">
      <Problem error={error} onRetry={() => void refetch()} />
      {data !== undefined && factors.length === 0 && <Banner icon="shield">{t('account.one-lock')}</Banner>}
      {factors.length > 0 && codes < FEW && <Banner icon="warning">{t('account.few-codes', { count: codes })}</Banner>}
      <List label={t('account.log-in')}>
        <LinkRow to="/account/security/password" icon="edit" title={t('log-in.password')} />
        <LinkRow
          to="/account/security/log-in"
          icon="person"
          title={t('account.log-in')}
          note={t('account.log-in-note')}
        />
      </List>
      <section class="stack" aria-labelledby="second-lock">
        <h2 id="second-lock">{t('account.second-lock')}</h2>
        <p class="note">{t('account.second-lock-note')}</p>
        <List>
          <LinkRow to="/account/security/passkeys" icon="key" title={t('account.passkeys')} note={stateOf('passkey')} />
          <LinkRow
            to="/account/security/authenticator"
            icon="device"
            title={t('account.authenticator')}
            note={stateOf('totp')}
          />
          {factors.length > 0 && (
            <LinkRow
              to="/account/security/recovery-codes"
              icon="copy"
              title={t('codes.title')}
              note={t('account.codes-left', { count: codes })}
            />
          )}
        </List>
      </section>
      <section class="stack" aria-labelledby="this-device">
        <h2 id="this-device">{t('account.this-device')}</h2>
        <Switch
          label={t('account.keep')}
          hint={t('account.keep-note')}
          on={keeps}
          onChange={(on) => (on ? startLastView() : forgetLastView())}
        />
      </section>
    </Page>
  )
}
