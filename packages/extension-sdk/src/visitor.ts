/** The visitor of this request, for limits per network address. */
export interface Visitor {
  /**
   * A pseudonym of the address: store it with what a visitor reserves, and count by it. `''` in runs without a visitor, or
   * if the operator has disabled limits.
   */
  readonly id: string
  /** Its code, such as `de`: store it with an order whose buyer gets mail later. */
  readonly language: string
  /** What one address may reserve in an hour without paying, as the operator has set it. */
  readonly reserves: {
    /** Number of slots of one calendar. */
    readonly slots: number
    /** Percent of the unsold tickets of one event. */
    readonly ticketPercent: number
  }
  /** Failures of this address under the name that have not expired. */
  failures(name: string): number
  /** Counts immediately, even if the run is rejected; kept in the memory of this process. */
  recordFailure(name: string, forSeconds: number): void
}
