/**
 * What a service that knows none of our ids has to be asked by, kept with the books: the id it gave to an order or an
 * invoice. Written and committed before anything is sent, so that no crash loses what may be on its way.
 */
export interface OrderNotes {
  find(name: string): Promise<string | undefined>
  /** Replaces what was noted under this name. */
  write(name: string, value: string): Promise<void>
  forget(name: string): Promise<void>
}
