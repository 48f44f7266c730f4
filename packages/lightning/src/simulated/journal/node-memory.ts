import { applyEntry } from './apply-entry.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'
import { emptyNodeState, type NodeState } from './node-state.ts'

/** One process's view of the journal, kept up to date. */
export interface NodeMemory {
  /** As of the last reading; another object after a failed commit. */
  readonly state: NodeState
  /** Reads what other processes wrote. */
  readNewer(): void
  hasNewer(): boolean
  /** Only inside `transact`: for the journal and for the memory. */
  append(entry: JournalEntry): void
  transact<T>(work: () => T): T
  close(): void
}

/** `onEntry` is called right after each entry is folded, whichever process wrote it. */
export function openNodeMemory(journal: Journal, onEntry: (state: NodeState) => void): NodeMemory {
  let state = emptyNodeState()
  const readNewer = (): void => {
    for (const { id, entry } of journal.entriesAfter(state.lastId)) {
      applyEntry(state, id, entry)
      onEntry(state)
    }
  }
  /** After a failed commit the memory is ahead of the journal, or not: only the journal knows. */
  const reload = (): void => {
    state = emptyNodeState()
    readNewer()
    state.notices = []
  }
  readNewer()
  return {
    get state() {
      return state
    },
    readNewer,
    hasNewer: () => journal.newestId() > state.lastId,
    append: (entry) => applyEntry(state, journal.append(entry), entry),
    transact(work) {
      try {
        return journal.transact(() => {
          readNewer()
          return work()
        })
      } catch (error) {
        reload()
        throw error
      }
    },
    close: () => journal.close(),
  }
}
