import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { createStore } from '../store.ts'

/** What becomes of a draft whose form is left. */
export type DraftFate = 'kept' | 'lost'

interface Guard {
  readonly form: RefObject<HTMLElement>
  readonly fate: DraftFate
  readonly isDirty: () => boolean
  /** Of the history, where the browser tells. */
  readonly entry: number | undefined
}

interface Question {
  readonly fate: DraftFate
  answer(leaves: boolean): void
}

const guards = new Set<Guard>()

/** Asked while it is defined: shall the form be left with what was typed there? */
export const leaveQuestion = createStore<Question | undefined>(undefined)

const entryNow = (): number | undefined =>
  (window as { navigation?: { currentEntry?: { index: number } } }).navigation?.currentEntry?.index

/** While `isDirty`, the form is not left without a question. */
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

/** Does it at once, or after the person has agreed to leave what was typed. `within`: what goes away. */
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

/** What was typed is of a person who has left: nothing asks about it any more. */
export const forgetForms = (): void => guards.clear()

let isOwnStep = false

/** Called once at the start, before others follow the history: Back and closing the window ask, too. */
export function watchLeaving(): void {
  addEventListener('beforeunload', (event) => {
    if (dirtyIn(document.body) !== undefined) event.preventDefault()
  })
  const listen = (event: Event): void => {
    const guard = dirtyIn(document.body)
    if (!isOwnStep && guard === undefined) return
    // A step that is taken back reaches no other listener.
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
