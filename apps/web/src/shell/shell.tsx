import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { useSiteName } from '../api/wallets.ts'
import { type TextKey, t } from '../language/language.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { type Path, useGo } from '../routing/paths.ts'
import { Banners } from './banners.tsx'
import { watchSearchKey } from './search-key.ts'
import './shell.css'

const ENTRIES: readonly { to: Path; icon: IconName; text: TextKey; below?: RegExp }[] = [
  { to: '/', icon: 'home', text: 'nav.home' },
  { to: '/activity', icon: 'activity', text: 'nav.activity', below: /^\/activity/ },
  { to: '/scan', icon: 'scan', text: 'nav.scan' },
  { to: '/apps', icon: 'apps', text: 'nav.apps', below: /^\/apps/ },
  { to: '/more', icon: 'more', text: 'nav.more', below: /^\/(more|wallets|contacts|connections|account|admin)/ },
]

/** The frame of every place after the log-in: navigation below on phones, at the side on desktops. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const [path] = useLocation()
  const go = useGo()
  const siteName = useSiteName()
  useEffect(() => watchSearchKey(go), [])
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={skip}>
        {t('nav.skip')}
      </a>
      <nav class="bar" aria-label={t('nav.label')}>
        <span class="brand" aria-hidden="true" dir="auto">
          {siteName}
        </span>
        {ENTRIES.map(({ to, icon, text, below }) => (
          <Link
            key={to}
            href={to}
            class={to === '/scan' ? 'scan' : ''}
            aria-current={path === to || below?.test(path) === true ? 'page' : undefined}
          >
            <Icon name={icon} />
            {t(text)}
          </Link>
        ))}
      </nav>
      <Banners />
      {children}
    </div>
  )
}

/** A link to `#main` would add a history entry. */
function skip(event: Event): void {
  event.preventDefault()
  document.querySelector('h1')?.focus()
}
