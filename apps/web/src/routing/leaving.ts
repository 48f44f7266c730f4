import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { createStore } from '../store.ts'

/** Whether a draft is restored when its form opens again. */
export type DraftFate = 'kept' | 'lost'

interface Guard {
  readonly form: RefObject<HTMLElement>
  readonly fate: DraftFate
  readonly isDirty: () => boolean
  /** Index in the history, if the browser has the Navigation API. */
  readonly entry: number | undefined
}

interface Question {
  readonly fate: DraftFate
  answer(leaves: boolean): void
}

const guards = new Set<Guard>()

/** While defined, a dialog asks whether to leave the form. */
export const leaveQuestion = createStore<Question | undefined>(undefined)

const entryNow = (): number | undefined =>
  (window as { navigation?: { currentEntry?: { index: number } } }).navigation?.currentEntry?.index

/** Asks before the form is left while `isDirty` is true. */
export function useLeaveGuard(form: RefObject<HTMLElement>, fate: DraftFate | undefined, isDirty: () => boolean): void {
  const latest = useRef(isDirty)
  latest.current = isDirty
  useEffect(() => {
    if (fate === undefined) return
    const guard: Guard = { form, fate, isDirty: () => latest.current(), entry: entryNow() }
    guards.add(guard)
    return () => void guards.delete(guard)
  }, [fate])
}

const dirtyIn = (within: Element | null): Guard | undefined =>
  [...guards].find(({ form, isDirty }) => isDirty() && within?.contains(form.current) === true)

/** Calls `leave` at once, or after the person agrees to lose input. `within`: the part of the page that goes away. */
export function askBeforeLeaving(leave: () => void, within: Element | null = document.body): void {
  const guard = dirtyIn(within)
  if (guard === undefined) return leave()
  leaveQuestion.set({
    fate: guard.fate,
    answer(leaves) {
      leaveQuestion.set(undefined)
      if (!leaves) return
      guards.delete(guard)
      askBeforeLeaving(leave, within)
    },
  })
}

/** The person has logged out: do not ask about their input. */
export const forgetForms = (): void => guards.clear()

let isOwnStep = false

/** Call once at the start, before other `popstate` listeners: Back and closing the window ask, too. */
export function watchLeaving(): void {
  addEventListener('beforeunload', (event) => {
    if (dirtyIn(document.body) !== undefined) event.preventDefault()
  })
  const listen = (event: Event): void => {
    const guard = dirtyIn(document.body)
    if (!isOwnStep && guard === undefined) return
    // Other listeners must not see a reverted step.
    event.stopImmediatePropagation()
    if (isOwnStep || guard === undefined) {
      isOwnStep = false
      return
    }
    const now = entryNow()
    const steps = guard.entry === undefined || now === undefined ? 1 : guard.entry - now
    isOwnStep = true
    history.go(steps)
    askBeforeLeaving(() => history.go(-steps))
  }
  addEventListener('popstate', listen, { capture: true })
}
