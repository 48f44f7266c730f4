import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { type Me, session } from '../../api/session.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { usernameError } from '../../log-in/username-error.ts'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { Page } from '../../parts/page.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { useStore } from '../../store.ts'

export function Profile() {
  const me = useStore(session)
  return (
    <Page title={t('account.profile')} back="/account">
      {typeof me === 'object' && <ProfileForm me={me} />}
    </Page>
  )
}

const FIELDS = ['display_name', 'username', 'email'] as const

function ProfileForm({ me }: { readonly me: Me }) {
  const [typed, setTyped] = useState({ display_name: me.display_name, username: me.username, email: me.email })
  const task = useTask()
  const changed = FIELDS.filter((name) => typed[name].trim() !== me[name])
  const save = async (): Promise<void> => {
    const body = Object.fromEntries(changed.map((name) => [name, typed[name].trim()]))
    session.set(await call('PUT /api/v1/auth/me', { body }))
    say(t('action.saved'), 'good')
  }
  const problemOf = (name: (typeof FIELDS)[number]): string | undefined =>
    name === 'username' ? usernameError(task.error) : fieldError(task.error, name)
  const field = (name: (typeof FIELDS)[number]) => ({
    name,
    value: typed[name],
    onValue: (value: string) => setTyped({ ...typed, [name]: value }),
    error: problemOf(name),
  })
  return (
    <Form task={task} onSend={save} draft="lost">
      <Field
        {...field('display_name')}
        label={t('account.display-name')}
        hint={t('account.display-name-hint')}
        limit={{ max: 64 }}
        autocomplete="name"
      />
      <Field
        {...field('username')}
        label={t('log-in.username')}
        hint={t('create.username-hint')}
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        ltr
        required
      />
      <Field
        {...field('email')}
        label={t('account.email')}
        hint={t('account.email-hint')}
        type="email"
        autocomplete="email"
        ltr
      />
      <Submit look="primary" wide disabled={changed.length === 0}>
        {t('action.save')}
      </Submit>
    </Form>
  )
}
