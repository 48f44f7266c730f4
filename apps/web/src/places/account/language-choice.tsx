import { savePreferences } from '../../api/preferences.ts'
import { t, useLanguage } from '../../language/language.ts'
import { type Language, LANGUAGES } from '../../language/languages.ts'
import { Choices } from '../../parts/choices.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'

const CHOICES = Object.entries(LANGUAGES).map(([value, { name }]) => ({
  value: value as Language,
  label: name,
  lang: value,
}))

/** At once, and on every device of this account. */
export function LanguageChoice() {
  const { language } = useLanguage()
  const task = useTask()
  return (
    <Page title={t('account.language')} back="/account">
      <Choices
        label={t('account.language')}
        value={language}
        choices={CHOICES}
        onValue={(locale) => task.run(() => savePreferences({ locale }))}
      />
      <Problem error={task.error} />
    </Page>
  )
}
