import { expect, test } from 'vitest'
import { authPrompt, countLogOuts, dismissAuthPrompt, promptLogIn } from './auth-prompt.ts'

test('a log-out ends a pending prompt, and a request sent before it opens no log-in', async () => {
  const before = countLogOuts()
  const waiting = promptLogIn('log-in', before)
  expect(authPrompt.get()).toMatchObject({ kind: 'log-in' })
  dismissAuthPrompt()
  expect([await waiting, authPrompt.get()]).toEqual([false, undefined])
  expect([await promptLogIn('log-in', before), authPrompt.get()]).toEqual([false, undefined])
})

test('concurrent calls share one prompt', async () => {
  const both = [promptLogIn('step-up', countLogOuts(), ['password']), promptLogIn('log-in', countLogOuts())]
  authPrompt.get()?.finish(true)
  expect(await Promise.all(both)).toEqual([true, true])
})
