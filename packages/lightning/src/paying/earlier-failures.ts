/** A failure as reported by nodes that know one attempt for a hash, by any caller, and none of our ids. */
export interface DatedFailure {
  /** Distinguishes it from other failures of the same hash. */
  readonly mark: string | number
  readonly atMs: number
}
