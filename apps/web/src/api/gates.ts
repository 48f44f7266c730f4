import { createStore } from '../store.ts'

/** What a call waits for: the person logs in, or proves again who they are. */
export type Gate =
  | { readonly kind: 'log-in'; readonly finish: (passed: boolean) => void }
  | { readonly kind: 'step-up'; readonly ways: readonly string[]; readonly finish: (passed: boolean) => void }

/** The gate that is open now; `shell/gate-dialog.tsx` draws it over the page, so that nothing typed is lost. */
export const openGate = createStore<Gate | undefined>(undefined)

let waiting: Promise<boolean> | undefined

/** Resolves to true once the person has passed. Calls that arrive meanwhile wait for the same gate. */
export function passGate(kind: 'log-in' | 'step-up', ways: readonly string[] = []): Promise<boolean> {
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
