/**
 * Ids that a service gave to orders and invoices, stored in the database, for services that know none of our ids.
 * Committed before anything is sent, so that no crash loses a payment in flight.
 */
export interface OrderNotes {
  find(name: string): Promise<string | undefined>
  /** Replaces the note of this name. */
  write(name: string, value: string): Promise<void>
  forget(name: string): Promise<void>
}
