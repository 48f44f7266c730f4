import type { OrderNotes } from '../../src/port/order-notes.ts'

/** For an adapter without a service around it. */
export function createMemoryNotes(): OrderNotes {
  const notes = new Map<string, string>()
  return {
    find: async (name) => notes.get(name),
    write: async (name, value) => void notes.set(name, value),
    forget: async (name) => void notes.delete(name),
  }
}
