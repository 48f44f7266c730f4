import { LANGUAGES, type Language } from '@satchel/page/languages'
import { useState } from 'preact/hooks'
import { t, useLanguage } from '../../language/language.ts'
import { Choices } from '../../parts/choices.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { usePreferenceChange } from './use-preference-change.ts'

const CHOICES = Object.entries(LANGUAGES).map(([value, { name }]) => ({
  value: value as Language,
  label: name,
  lang: value,
}))

/** Applies at once, on every device of this account. */
export function LanguageChoice() {
  const { language } = useLanguage()
  const { error, change } = usePreferenceChange()
  const [wish, setWish] = useState<Language>()
  return (
    <Page title={t('account.language')} back="/account">
      <Choices
        label={t('account.language')}
        value={error === undefined ? (wish ?? language) : language}
        choices={CHOICES}
        onValue={(locale) => {
          setWish(locale)
          change({ locale })
        }}
      />
      <Problem error={error} />
    </Page>
  )
}
