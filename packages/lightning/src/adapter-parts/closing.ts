/** A resource that a backend has opened and must close. */
interface Closable {
  close(): void
}

/** The `close` of a funding source: closes its parts in this order. */
export const closing = (parts: readonly Closable[]) => async (): Promise<void> => {
  for (const part of parts) part.close()
}
