import { createStore } from '../store.ts'

/** A pending log-in or step-up for which calls wait. */
export type Gate =
  | { readonly kind: 'log-in'; readonly finish: (passed: boolean) => void }
  | { readonly kind: 'step-up'; readonly ways: readonly string[]; readonly finish: (passed: boolean) => void }

/** The current gate; `shell/gate-dialog.tsx` shows it as a dialog, so that the page keeps its input. */
export const openGate = createStore<Gate | undefined>(undefined)

let waiting: Promise<boolean> | undefined
let logOuts = 0

/** Call it before a request, and pass the result to `passGate`. */
export const countLogOuts = (): number => logOuts

/** Rejects pending gates after a log-out: requests of before open no log-in. */
export function closeGates(): void {
  logOuts += 1
  openGate.get()?.finish(false)
}

/**
 * Resolves to true when the person has logged in or stepped up. Concurrent calls share one gate. `since`: the number of
 * log-outs when the request was made.
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
