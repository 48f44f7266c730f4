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

/** Starts the app: the catalogue and the session are asked for at the same time. */
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
  // The sign of life that the page brings along.
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

/** What a provider's log-in leaves for programs behind the `#`: the start page of the service shows it. */
const isForStartPage = (): boolean =>
  location.pathname === '/app/' && /^#(?:.*&)?(?:access_token|ticket|linked)=/.test(location.hash)

void start()
