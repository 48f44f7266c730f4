import { t } from '../../language/language.ts'
import { Choices } from '../../parts/choices.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { usePreferenceChange } from './use-preference-change.ts'

export function Appearance() {
  const { preferences, error, change } = usePreferenceChange()
  return (
    <Page title={t('account.appearance')} back="/account">
      <Choices
        label={t('account.appearance')}
        value={preferences?.theme}
        choices={[
          { value: 'system', label: t('account.theme-system'), hint: t('account.theme-system-note') },
          { value: 'light', label: t('account.theme-light') },
          { value: 'dark', label: t('account.theme-dark') },
        ]}
        onValue={(theme) => change({ theme })}
      />
      <Problem error={error} />
    </Page>
  )
}
