import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { Page } from '../../parts/page.tsx'
import { useTask } from '../../parts/use-task.ts'
import './set-up.css'

/** Shown to visitors without the set-up link while there is no super user. */
export function WhereTheLinkIs({
  wasWrong,
  onToken,
}: {
  readonly wasWrong: boolean
  readonly onToken: (token: string) => void
}) {
  const [typed, setTyped] = useState('')
  const task = useTask()
  return (
    <Page title={t('set-up.title')} back="/welcome">
      <p>{t('set-up.where')}</p>
      <ol class="where">
        <li>{t('set-up.where-terminal')}</li>
        <li>
          {t('set-up.where-file')} <code>{'first-install-token'}</code>
        </li>
      </ol>
      <Form task={task} onSend={async () => onToken(tokenIn(typed))}>
        <Field
          label={t('set-up.token')}
          value={typed}
          onValue={setTyped}
          error={wasWrong ? t('set-up.token-wrong') : undefined}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          ltr
          required
        />
        <Submit look="primary" wide>
          {t('set-up.next')}
        </Submit>
      </Form>
    </Page>
  )
}

/** Accepts the whole link, too. */
const tokenIn = (text: string): string => /#token=([^&\s]+)/.exec(text)?.[1] ?? text.trim()
