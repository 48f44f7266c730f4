import { createStore } from '../store.ts'

/** What a call waits for: the person logs in, or proves again who they are. */
export type Gate =
  | { readonly kind: 'log-in'; readonly finish: (passed: boolean) => void }
  | { readonly kind: 'step-up'; readonly ways: readonly string[]; readonly finish: (passed: boolean) => void }

/** The gate that is open now; `shell/gate-dialog.tsx` draws it over the page, so that nothing typed is lost. */
export const openGate = createStore<Gate | undefined>(undefined)

let waiting: Promise<boolean> | undefined
let logOuts = 0

/** To be noted before a call, for `passGate`. */
export const countLogOuts = (): number => logOuts

/** The person has logged out: nothing that was asked before asks for a log-in. */
export function closeGates(): void {
  logOuts += 1
  openGate.get()?.finish(false)
}

/**
 * Resolves to true once the person has passed. Calls that arrive meanwhile wait for the same gate. `since`: the number of
 * log-outs when the call was made.
 */
export function passGate(kind: 'log-in' | 'step-up', since: number, ways: readonly string[] = []): Promise<boolean> {
  if (since !== logOuts) return Promise.resolve(false)
  waiting ??= new Promise<boolean>((resolve) => {
    const finish = (passed: boolean): void => {
      waiting = undefined
      openGate.set(undefined)
      resolve(passed)
    }
    openGate.set(kind === 'log-in' ? { kind, finish } : { kind, ways, finish })
  })
  return waiting
}
