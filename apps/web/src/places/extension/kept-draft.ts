import { useState } from 'preact/hooks'
import { session } from '../../api/session.ts'
import { type Draft, keptChanges, shownPart } from './draft.ts'

/** Unsent drafts, by person. In memory only, until the app is closed. */
const kept = new Map<string, Draft>()

export interface KeptDraft {
  readonly draft: Draft
  setDraft(draft: Draft): void
  readonly isChanged: boolean
  /** The draft was typed before the form was left and opened again. */
  readonly isOld: boolean
  /** Call it after sending. Keeps changes to fields that this form does not show. */
  forget(): void
  startAgain(): void
}

/**
 * The draft of a form, restored when the form opens again. `start`: the current values, used for fields without
 * changes.
 */
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
