import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { hasNostrSigner, signNostrLogIn } from '../api/nostr.ts'
import { askPasskey, canUsePasskeys } from '../api/passkey.ts'
import { AS_COOKIE, expectSession } from '../api/session.ts'
import { t } from '../language/language.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { useTask } from '../parts/use-task.ts'
import './log-in.css'
import { SecondFactorForm } from './second-factor-form.tsx'

/** What is still missing after a log-in that was right so far. */
export interface Ticket {
  readonly ticket: string
  readonly ways: readonly string[]
}

/** Every way to log in that this service offers; `onDone` is called when the session is there. */
export function LogInForm({ onDone }: { readonly onDone: () => void }) {
  const { data: methods } = useQuery({
    queryKey: ['methods'],
    queryFn: ({ signal }) => call('GET /api/v1/auth/methods', {}, { signal, anonymous: true }),
  })
  const [ticket, setTicket] = useState<Ticket>()
  const task = useTask()
  if (ticket !== undefined) return <SecondFactorForm {...ticket} onDone={onDone} onBack={() => setTicket(undefined)} />

  const attempt = (logIn: () => Promise<unknown>): void =>
    task.run(async () => {
      try {
        if ((await logIn()) !== CANCELLED) onDone()
      } catch (error) {
        const missing = missingFactor(error)
        if (missing === undefined) throw error
        setTicket(missing)
      }
    })
  const offers = (method: string): boolean => methods === undefined || methods.methods.includes(method)
  return (
    <div class="log-in">
      {offers('username-password') && <PasswordForm busy={task.busy} attempt={attempt} />}
      <Problem error={task.error} />
      <div class="stack">
        {canUsePasskeys() && (
          <Button icon="key" wide busy={task.busy} onClick={() => attempt(byPasskey)}>
            {t('log-in.passkey')}
          </Button>
        )}
        {methods?.methods.includes('nostr-auth-nip98') === true && hasNostrSigner() && (
          <Button icon="person" wide busy={task.busy} onClick={() => attempt(byNostr)}>
            {t('log-in.nostr')}
          </Button>
        )}
        {methods?.providers.map(({ id, label, url }) => (
          <a key={id} class="button plain wide" href={providerLink(url)} onClick={expectSession}>
            {t('log-in.provider', { name: label })}
          </a>
        ))}
      </div>
    </div>
  )
}

function PasswordForm({
  busy,
  attempt,
}: {
  readonly busy: boolean
  readonly attempt: (logIn: () => Promise<unknown>) => void
}) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        attempt(() => byPassword(username, password))
      }}
    >
      <Field
        label={t('log-in.username')}
        name="username"
        value={username}
        onValue={setUsername}
        autocomplete="username webauthn"
        autocapitalize="none"
        spellcheck={false}
        required
      />
      <Field
        label={t('log-in.password')}
        name="password"
        type="password"
        value={password}
        onValue={setPassword}
        autocomplete="current-password"
        required
      />
      <Button type="submit" look="primary" wide busy={busy}>
        {t('log-in.submit')}
      </Button>
    </form>
  )
}

const CANCELLED = Symbol('cancelled')

/** The service answers 401 to both: a missing log-in, and a wrong one. */
async function byPassword(username: string, password: string): Promise<unknown> {
  try {
    return await call('POST /api/v1/auth', { body: { username, password } }, AS_COOKIE)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || missingFactor(error) !== undefined) throw error
    throw new ApiError(401, { detail: error.detail, code: 'wrong_password' })
  }
}

async function byPasskey(): Promise<unknown> {
  const options = await call('POST /api/v1/auth/passkey/options', {}, AS_COOKIE)
  const passkey = await askPasskey(options)
  if (passkey === undefined) return CANCELLED
  return call('POST /api/v1/auth/passkey', { body: passkey }, AS_COOKIE)
}

async function byNostr(): Promise<unknown> {
  const event = await signNostrLogIn(`${location.origin}/api/v1/auth/nostr`)
  return call('POST /api/v1/auth/nostr', { body: { nostr_event: event } }, AS_COOKIE)
}

/** The provider leads back to the page that is open now. */
function providerLink(url: string): string {
  const link = new URL(url, location.origin)
  const next = /\/(?:log-in|welcome|create-account)$/.test(location.pathname) ? '/app/' : location.pathname
  link.searchParams.set('session', 'cookie')
  link.searchParams.set('next', next)
  return `${link.pathname}${link.search}`
}

/** Of a 401 after which only the second factor is missing. */
export function missingFactor(error: unknown): Ticket | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { ticket, second_factor: ways } = (error.body ?? {}) as { ticket?: string; second_factor?: string[] }
  return ticket === undefined || ways === undefined ? undefined : { ticket, ways }
}
