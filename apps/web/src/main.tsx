import '@satchel/page/base.css'
import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { Router } from 'wouter-preact'
import { queryClient } from './api/query-client.ts'
import { restoreSession } from './api/session.ts'
import { App } from './app.tsx'
import { setLanguage } from './language/language.ts'
import { watchArrival } from './log-in/arrival.ts'
import { watchScroll } from './routing/keep-scroll.ts'
import { askBeforeLeaving, watchLeaving } from './routing/leaving.ts'
import { countVisits } from './routing/paths.ts'
import { reloadForChunk } from './routing/reload-for-chunk.ts'
import { watchFocus } from './shell/keep-focus.ts'
import { registerServiceWorker } from './shell/new-version.ts'
import { watchNetwork } from './shell/online.ts'
import './styles/app.css'
import './styles/layout.css'
import { restoreTheme } from './theme.ts'

/** Loads catalogue and session in parallel, then renders the app. */
async function start(): Promise<void> {
  if (isForStartPage()) return location.replace(`/?start${location.hash}`)
  watchArrival()
  restoreTheme()
  watchNetwork()
  watchFocus()
  watchLeaving()
  watchScroll()
  countVisits()
  const asked = restoreSession()
  await setLanguage().catch(reloadForChunk)
  const root = document.getElementById('app')
  if (root === null) return
  // Removes the placeholder of the static page.
  root.replaceChildren()
  render(
    <QueryClientProvider client={queryClient}>
      <Router base="/app" aroundNav={(go, to, options) => askBeforeLeaving(() => go(to, options))}>
        <App />
      </Router>
    </QueryClientProvider>,
    root,
  )
  await asked
  await registerServiceWorker().catch(() => undefined)
}

/** A provider's log-in leaves a token for programs behind `#`: the start page of the service shows it. */
const isForStartPage = (): boolean =>
  location.pathname === '/app/' && /^#(?:.*&)?(?:access_token|ticket|linked)=/.test(location.hash)

void start()
