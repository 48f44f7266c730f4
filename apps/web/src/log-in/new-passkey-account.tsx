import { call } from '../api/call.ts'
import { canUsePasskeys, makePasskey } from '../api/passkey.ts'
import type { InputOf } from '../api/routes.ts'
import { AS_COOKIE } from '../api/session.ts'
import { t } from '../language/language.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { useTask } from '../parts/use-task.ts'
import { useMethods } from './use-methods.ts'

type NewPasskey = InputOf<'POST /api/v1/auth/passkey/register'>['body']['passkey']

export interface ByPasskey {
  /** Token of an invitation, which works although registration is closed. */
  readonly invitation?: string
  readonly onOpen: () => Promise<void>
}

/** Offers a passkey in place of a password. Place it below the username field. */
export function NewPasskeyAccount({ username, invitation, onOpen }: ByPasskey & { readonly username: string }) {
  const task = useTask()
  const isOffered = useMethods()?.methods.includes('passkey') === true
  if (!isOffered || !canUsePasskeys()) return null
  const invited = invitation === undefined ? {} : { invitation }
  const open = async (): Promise<void> => {
    const options = await call(
      'POST /api/v1/auth/passkey/register/options',
      { body: { username, ...invited } },
      AS_COOKIE,
    )
    const passkey = await makePasskey(options)
    if (passkey === undefined) return
    const body = { username, name: t('create.passkey-name'), passkey: passkey as NewPasskey, ...invited }
    await call('POST /api/v1/auth/passkey/register', { body }, AS_COOKIE)
    await onOpen()
  }
  return (
    <div class="stack">
      <Button
        icon="key"
        wide
        busy={task.busy}
        onClick={() => {
          // Use the browser's message, as a form that is sent does.
          if (document.querySelector<HTMLInputElement>('input[name="username"]')?.reportValidity() === true)
            task.run(open)
        }}
      >
        {t('create.by-passkey')}
      </Button>
      <Problem error={task.error} />
      <p class="note">{t('create.by-passkey-note')}</p>
    </div>
  )
}
