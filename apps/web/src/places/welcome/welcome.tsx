import { LANGUAGES } from '@satchel/page/languages'
import { useEffect } from 'preact/hooks'
import { useSiteName, useStatus } from '../../api/wallets.ts'
import { setLanguage, t, useLanguage } from '../../language/language.ts'
import { useMethods } from '../../log-in/use-methods.ts'
import { ButtonLink } from '../../parts/button.tsx'
import './welcome.css'

/** The first page for visitors: log in or create an account. */
export function Welcome() {
  const status = useStatus()
  const methods = useMethods()
  const name = useSiteName()
  useEffect(() => {
    document.title = name
  }, [name])
  const takesNew = methods?.new_accounts !== false
  return (
    <main class="welcome" id="main">
      <header class="welcome-head">
        <img class="welcome-mark" src="/app/icon.svg" alt="" width="80" height="80" />
        <h1 tabIndex={-1} dir="auto">
          {name}
        </h1>
        <p dir="auto">{status === undefined || status.site_motd === '' ? t('welcome.line') : status.site_motd}</p>
      </header>
      {status?.needs_first_user === true && <SetUpIsDue />}
      <div class="stack">
        {takesNew && (
          <ButtonLink to="/create-account" look="primary" wide>
            {t('welcome.create')}
          </ButtonLink>
        )}
        <ButtonLink to="/log-in" look={takesNew ? 'plain' : 'primary'} wide>
          {t('welcome.log-in')}
        </ButtonLink>
        {status?.real_money === false && <p class="note welcome-play">{t('welcome.play')}</p>}
      </div>
      <Languages />
    </main>
  )
}

/** Shown until there is a super user; everything else works already. */
function SetUpIsDue() {
  return (
    <section class="stack set-up-due" aria-labelledby="set-up-due">
      <h2 id="set-up-due">{t('welcome.set-up-title')}</h2>
      <p>{t('welcome.set-up-note')}</p>
      <ButtonLink to="/set-up" icon="shield" wide>
        {t('welcome.set-up')}
      </ButtonLink>
    </section>
  )
}

function Languages() {
  const { language } = useLanguage()
  return (
    <div class="languages" role="group" aria-label={t('welcome.languages')}>
      {Object.entries(LANGUAGES).map(([id, { name }]) => (
        <button key={id} type="button" lang={id} aria-pressed={id === language} onClick={() => void setLanguage(id)}>
          {name}
        </button>
      ))}
    </div>
  )
}
