import { useState } from 'preact/hooks'
import { session } from '../../api/session.ts'
import { type Draft, keptChanges, shownPart } from './draft.ts'

/** What was typed and not sent, until the app is closed: never in storage, and only for the person who typed it. */
const kept = new Map<string, Draft>()

export interface KeptDraft {
  readonly draft: Draft
  setDraft(draft: Draft): void
  readonly isChanged: boolean
  /** It was typed before the form was left. */
  readonly isOld: boolean
  /** It has been sent. What a larger form of the same item has changed besides stays. */
  forget(): void
  startAgain(): void
}

/** The draft of a form. `start`: what it begins with; what has changed there meanwhile counts where nothing was typed. */
export function useKeptDraft(name: string, start: Draft): KeptDraft {
  const key = `${idOf(session.get())} ${name}`
  const [before] = useState(() => shownPart(kept.get(key) ?? {}, start))
  const [isOld, setOld] = useState(Object.keys(before).length > 0)
  const [draft, setDraft] = useState<Draft>({ ...start, ...before })
  const keep = (next: Draft): void => {
    const changes = keptChanges(kept.get(key) ?? {}, start, next)
    if (Object.keys(changes).length === 0) kept.delete(key)
    else kept.set(key, changes)
  }
  return {
    draft,
    setDraft(next) {
      setDraft(next)
      keep(next)
    },
    isChanged: Object.keys(keptChanges({}, start, draft)).length > 0,
    isOld,
    forget: () => keep(start),
    startAgain() {
      keep(start)
      setOld(false)
      setDraft(start)
    },
  }
}

const idOf = (me: ReturnType<typeof session.get>): string => (typeof me === 'object' ? me.id : '')
