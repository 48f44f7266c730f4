import { createStore } from '../store.ts'

/** A pending log-in or step-up for which calls wait. */
export type AuthPrompt =
  | { readonly kind: 'log-in'; readonly finish: (passed: boolean) => void }
  | { readonly kind: 'step-up'; readonly ways: readonly string[]; readonly finish: (passed: boolean) => void }

/** The current prompt; `shell/auth-dialog.tsx` shows it as a dialog, so that the page keeps its input. */
export const authPrompt = createStore<AuthPrompt | undefined>(undefined)

let waiting: Promise<boolean> | undefined
let logOuts = 0

/** Call it before a request, and pass the result to `promptLogIn`. */
export const countLogOuts = (): number => logOuts

/** Ends a pending prompt after a log-out: requests sent before it open no log-in. */
export function dismissAuthPrompt(): void {
  logOuts += 1
  authPrompt.get()?.finish(false)
}

/**
 * Resolves to true when the person has logged in or stepped up. Concurrent calls share one prompt. `since`: the number of
 * log-outs when the request was made.
 */
export function promptLogIn(kind: 'log-in' | 'step-up', since: number, ways: readonly string[] = []): Promise<boolean> {
  if (since !== logOuts) return Promise.resolve(false)
  waiting ??= new Promise<boolean>((resolve) => {
    const finish = (passed: boolean): void => {
      waiting = undefined
      authPrompt.set(undefined)
      resolve(passed)
    }
    authPrompt.set(kind === 'log-in' ? { kind, finish } : { kind, ways, finish })
  })
  return waiting
}
