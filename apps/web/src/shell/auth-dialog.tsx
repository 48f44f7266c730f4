import { authPrompt } from '../api/auth-prompt.ts'
import { forgetLastView } from '../api/last-view.ts'
import { queryClient } from '../api/query-client.ts'
import { readSession, session } from '../api/session.ts'
import { t } from '../language/language.ts'
import { Dialog } from '../parts/dialog.tsx'
import { lazyPlace } from '../routing/lazy-place.tsx'
import { forgetForms } from '../routing/leaving.ts'
import { useStore } from '../store.ts'

const LogInForm = lazyPlace(() => import('../log-in/log-in-form.tsx').then(({ LogInForm }) => LogInForm))
const StepUpForm = lazyPlace(() => import('../log-in/step-up-form.tsx').then(({ StepUpForm }) => StepUpForm))

/** Log-in as a dialog. The page keeps its input; the rejected request is sent again after it. */
export function AuthDialog() {
  const prompt = useStore(authPrompt)
  if (prompt === undefined) return null
  const cancel = (): void => prompt.finish(false)
  if (prompt.kind === 'step-up')
    return (
      <Dialog title={t('step-up.title')} onClose={cancel}>
        <StepUpForm ways={prompt.ways} onDone={() => void goOn(prompt.finish)} />
      </Dialog>
    )
  return (
    <Dialog title={t('log-in.title')} onClose={cancel}>
      <p>{t('log-in.again')}</p>
      <LogInForm onDone={() => void goOn(prompt.finish)} />
    </Dialog>
  )
}

/** The pending request belongs to the previous user. If another user logs in, reload. */
async function goOn(finish: (passed: boolean) => void): Promise<void> {
  const before = idOf(session.get())
  await readSession()
  if (before !== undefined && idOf(session.get()) !== before) {
    forgetLastView()
    // Neither a question about input nor a kept draft of the previous user may remain.
    forgetForms()
    queryClient.clear()
    location.assign('/app/')
  } else finish(true)
}

const idOf = (me: ReturnType<typeof session.get>): string | undefined => (typeof me === 'object' ? me.id : undefined)
