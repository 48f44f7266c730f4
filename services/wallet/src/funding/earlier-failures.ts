/** A failure as nodes tell it that know one attempt for a hash, whoever made it, and none of our ids. */
export interface DatedFailure {
  /** What tells it from other failures of the same hash. */
  readonly mark: string | number
  readonly atMs: number
}
