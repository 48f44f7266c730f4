import { useState } from 'preact/hooks'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { hasNostrSigner, signNostrLogIn } from '../api/nostr.ts'
import { askPasskey, canUsePasskeys } from '../api/passkey.ts'
import { AS_COOKIE, expectSession } from '../api/session.ts'
import { usePublicUrl } from '../api/wallets.ts'
import { t } from '../language/language.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form, Submit } from '../parts/form/form.tsx'
import { Problem } from '../parts/problem.tsx'
import { useTask } from '../parts/use-task.ts'
import { type Ticket, takeTicket } from './arrival.ts'
import './log-in.css'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useMethods } from './use-methods.ts'

/** Shows every way to log in that the service offers. `onDone`: the session exists. */
export function LogInForm({ onDone }: { readonly onDone: () => void }) {
  const methods = useMethods()
  const publicUrl = usePublicUrl()
  const [ticket, setTicket] = useState<Ticket | undefined>(takeTicket)
  const task = useTask()
  if (ticket !== undefined) return <SecondFactorForm {...ticket} onDone={onDone} onBack={() => setTicket(undefined)} />

  const attempt = async (logIn: () => Promise<unknown>): Promise<void> => {
    try {
      if ((await logIn()) !== CANCELLED) onDone()
    } catch (error) {
      const missing = missingFactor(error)
      if (missing === undefined) throw error
      setTicket(missing)
    }
  }
  const offers = (method: string): boolean => methods === undefined || methods.methods.includes(method)
  return (
    <div class="log-in">
      {offers('username-password') && <PasswordForm attempt={attempt} />}
      <div class="stack">
        <Problem error={task.error} />
        {offers('passkey') && canUsePasskeys() && (
          <Button icon="key" wide busy={task.busy} onClick={() => task.run(() => attempt(byPasskey))}>
            {t('log-in.passkey')}
          </Button>
        )}
        {methods?.methods.includes('nostr-auth-nip98') === true && hasNostrSigner() && (
          <Button icon="person" wide busy={task.busy} onClick={() => task.run(() => attempt(() => byNostr(publicUrl)))}>
            {t('log-in.nostr')}
          </Button>
        )}
        {methods?.providers.map(({ id, label, url }) => (
          <a key={id} class="button plain wide" href={providerLink(url)} onClick={expectSession}>
            {t('log-in.provider', { name: label })}
          </a>
        ))}
      </div>
      {methods?.methods.includes('user-id-only') === true && <UserIdForm attempt={attempt} />}
    </div>
  )
}

/** Each form has its own task and shows its own error. */
interface WayProps {
  readonly attempt: (logIn: () => Promise<unknown>) => Promise<void>
}

function PasswordForm({ attempt }: WayProps) {
  const task = useTask()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  return (
    <Form task={task} onSend={() => attempt(() => byPassword(username, password))}>
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
      <Submit look="primary" wide>
        {t('log-in.submit')}
      </Submit>
    </Form>
  )
}

/** For accounts that have only a user id and no password; not with real money. */
function UserIdForm({ attempt }: WayProps) {
  const task = useTask()
  const [usr, setUsr] = useState('')
  return (
    <details class="more-ways">
      <summary>{t('log-in.other-ways')}</summary>
      <Form
        task={task}
        onSend={() => attempt(() => call('POST /api/v1/auth/usr', { body: { usr: usr.trim() } }, AS_COOKIE))}
      >
        <Field
          label={t('log-in.user-id')}
          value={usr}
          onValue={setUsr}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          ltr
          required
        />
        <Submit wide>{t('log-in.by-user-id')}</Submit>
      </Form>
    </details>
  )
}

const CANCELLED = Symbol('cancelled')

/** A 401 means both a missing log-in and a wrong password, so this call is anonymous. */
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

async function byNostr(publicUrl: string): Promise<unknown> {
  const event = await signNostrLogIn(`${publicUrl}/api/v1/auth/nostr`)
  return call('POST /api/v1/auth/nostr', { body: { nostr_event: event } }, AS_COOKIE)
}

/** Pages for visitors are no place to return to; nor is the start page, where programs read their token. */
const isOfStranger = (path: string): boolean => /^\/app\/(?:welcome|create-account|set-up)?$/.test(path)

/** The provider returns to the current page. */
function providerLink(url: string): string {
  const link = new URL(url, location.origin)
  const next = isOfStranger(location.pathname) ? '/app/log-in' : location.pathname
  link.searchParams.set('session', 'cookie')
  link.searchParams.set('next', next)
  return `${link.pathname}${link.search}`
}

/** The ticket of a 401 that asks only for the second factor. */
export function missingFactor(error: unknown): Ticket | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { ticket, second_factor: ways } = (error.body ?? {}) as { ticket?: string; second_factor?: string[] }
  return ticket === undefined || ways === undefined ? undefined : { ticket, ways }
}
