/** The visitor who asks, for limits per network address. */
export interface Visitor {
  /**
   * Stands for the address: store it with what a visitor reserves, and count by it. `''` where no visitor asks, or the
   * operator has switched limits off.
   */
  readonly id: string
  /** How many failures of this address under the name have not ended. */
  failures(name: string): number
  /** Counts at once, also when the run is refused; kept in the memory of this process. */
  noteFailure(name: string, forSeconds: number): void
}
