/** What a backend opened and has to close again. */
interface Closable {
  close(): void
}

/** The `close` of a funding source: closes its parts in this order. */
export const closing = (parts: readonly Closable[]) => async (): Promise<void> => {
  for (const part of parts) part.close()
}
