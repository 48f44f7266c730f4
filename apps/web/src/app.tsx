import { useEffect, useMemo } from 'preact/hooks'
import { Redirect, Route, Switch } from 'wouter-preact'
import { readLastView } from './api/last-view.ts'
import { openLive } from './api/live.ts'
import { useMustProtect } from './api/protection.ts'
import { limitedUntil } from './api/rate-limit.ts'
import { readSession, session } from './api/session.ts'
import { t, useLanguage } from './language/language.ts'
import { Button } from './parts/button.tsx'
import { EmptyState } from './parts/empty-state.tsx'
import { Skeleton } from './parts/skeleton.tsx'
import { Toasts } from './parts/toast.tsx'
import { useScrollPerEntry } from './routing/keep-scroll.ts'
import { places } from './routing/places.ts'
import { AuthDialog } from './shell/auth-dialog.tsx'
import { LastView } from './shell/last-view.tsx'
import { LeaveDialog } from './shell/leave-dialog.tsx'
import { Limited } from './shell/limited.tsx'
import { online } from './shell/online.ts'
import { PlainHttp } from './shell/plain-http.tsx'
import { Shell } from './shell/shell.tsx'
import { useStore } from './store.ts'

/** Chooses the screen: a place, or what replaces it while the app has no session. */
export function App() {
  useLanguage()
  useScrollPerEntry()
  const me = useStore(session)
  const isLimited = useStore(limitedUntil) !== undefined
  return (
    <>
      {me === undefined && !isLimited ? (
        <Skeleton />
      ) : me === undefined || me === 'away' ? (
        <Away />
      ) : me === 'none' ? (
        <Outside />
      ) : (
        <Inside />
      )}
      <AuthDialog />
      <LeaveDialog />
      <Toasts />
    </>
  )
}

const RETRY_MS = 3000

/** Shown when the service did not answer at the start, is rate limited, or the device is offline. */
function Away() {
  const last = useMemo(readLastView, [])
  const isLimited = useStore(limitedUntil) !== undefined
  const isOnline = useStore(online)
  useEffect(() => {
    // The rate-limited request is sent when the limit ends.
    if (isLimited) return
    const retry = (): void => void readSession()
    addEventListener('online', retry)
    const timer = setInterval(retry, RETRY_MS)
    return () => {
      removeEventListener('online', retry)
      clearInterval(timer)
    }
  }, [isLimited])
  return (
    <main class="page" id="main">
      <h1 class="unseen">{t('brand')}</h1>
      {isLimited ? (
        <div role="status">
          <Limited />
        </div>
      ) : (
        <EmptyState icon="warning" title={t(isOnline ? 'offline.no-service' : 'offline.device')}>
          <Button onClick={() => void readSession()}>{t('action.retry')}</Button>
        </EmptyState>
      )}
      {last !== undefined && <LastView {...last} />}
    </main>
  )
}

function Outside() {
  return (
    <div class="shell bare">
      <div class="banners" role="status">
        <PlainHttp />
        <Limited />
      </div>
      <Switch>
        <Route path="/welcome">
          <places.Welcome />
        </Route>
        <Route path="/log-in">
          <places.LogIn />
        </Route>
        <Route path="/create-account">
          <places.CreateAccount />
        </Route>
        <Route path="/set-up">
          <places.SetUp />
        </Route>
        <Route path="/invitation">
          <places.OpenAccount />
        </Route>
        <Route path="/reset">
          <places.NewPassword />
        </Route>
        <Route path="/">
          <places.Welcome />
        </Route>
        {/* The URL stays, so that the requested page is shown after the log-in. */}
        <Route>
          <places.LogIn />
        </Route>
      </Switch>
    </div>
  )
}

function Inside() {
  useEffect(() => openLive(), [])
  const mustProtect = useMustProtect()
  if (mustProtect)
    return (
      <div class="shell bare">
        <places.Protect />
      </div>
    )
  return (
    <Shell>
      <Switch>
        <Route path="/">
          <places.Home />
        </Route>
        <Route path="/receive/*?">
          <places.Receive />
        </Route>
        <Route path="/send/*?">
          <places.Send />
        </Route>
        <Route path="/scan">
          <places.Scan />
        </Route>
        <Route path="/activity/*?">
          <places.Activity />
        </Route>
        <Route path="/wallets/*?">
          <places.Wallets />
        </Route>
        <Route path="/apps">
          <places.Apps />
        </Route>
        <Route path="/apps/*?">
          <places.Extension />
        </Route>
        <Route path="/contacts/*?">
          <places.Contacts />
        </Route>
        <Route path="/connections/*?">
          <places.Connections />
        </Route>
        <Route path="/authorize">
          <places.Connections />
        </Route>
        <Route path="/more">
          <places.More />
        </Route>
        <Route path="/account/*?">
          <places.Account />
        </Route>
        <Route path="/admin/*?">
          <places.Admin />
        </Route>
        <Route path="/set-up">
          <places.SetUp />
        </Route>
        <Route>
          <Redirect to="/" replace />
        </Route>
      </Switch>
    </Shell>
  )
}
