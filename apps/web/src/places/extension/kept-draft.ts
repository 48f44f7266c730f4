import { useState } from 'preact/hooks'
import { session } from '../../api/session.ts'
import type { Draft, DraftValue } from './draft.ts'

/** What was typed and not sent, until the app is closed: never in storage, and only for the person who typed it. */
const kept = new Map<string, Draft>()

export interface KeptDraft {
  readonly draft: Draft
  setDraft(draft: Draft): void
  readonly isChanged: boolean
  /** It was typed before the form was left. */
  readonly isOld: boolean
  /** It has been sent. */
  forget(): void
  startAgain(): void
}

/** The draft of a form. `start`: what it begins with; what has changed there meanwhile counts where nothing was typed. */
export function useKeptDraft(name: string, start: Draft): KeptDraft {
  const key = `${idOf(session.get())} ${name}`
  const [before, setBefore] = useState(() => kept.get(key))
  const [draft, setDraft] = useState<Draft>(() => ({ ...start, ...before }))
  const typed = Object.entries(draft).filter(([field, value]) => !isSame(value, start[field]))
  return {
    draft,
    setDraft(next) {
      setDraft(next)
      const changes = Object.entries(next).filter(([field, value]) => !isSame(value, start[field]))
      if (changes.length === 0) kept.delete(key)
      else kept.set(key, Object.fromEntries(changes))
    },
    isChanged: typed.length > 0,
    isOld: before !== undefined,
    forget: () => void kept.delete(key),
    startAgain() {
      kept.delete(key)
      setBefore(undefined)
      setDraft(start)
    },
  }
}

const isSame = (one: DraftValue | undefined, other: DraftValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const idOf = (me: ReturnType<typeof session.get>): string => (typeof me === 'object' ? me.id : '')
