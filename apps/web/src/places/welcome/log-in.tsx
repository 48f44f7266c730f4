import { useLocation } from 'wouter-preact'
import { readSession } from '../../api/session.ts'
import { t } from '../../language/language.ts'
import { LogInForm } from '../../log-in/log-in-form.tsx'
import { Page } from '../../parts/page.tsx'
import { useGo } from '../../routing/paths.ts'

/** The log-in page; afterwards the requested page is shown. */
export function LogIn() {
  const go = useGo()
  const [path] = useLocation()
  const done = async (): Promise<void> => {
    await readSession()
    if (path === '/log-in') go('/', { replace: true })
  }
  return (
    <Page title={t('log-in.title')} back="/welcome">
      <LogInForm onDone={() => void done()} />
    </Page>
  )
}
