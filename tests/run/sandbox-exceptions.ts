/** A test of a built-in extension that fails when its code runs in the sandbox, like that of a package. */
export interface SandboxException {
  readonly file: string
  /** The start of its title: the same test runs on several databases. */
  readonly title: string
  /** The message of the failed assertion. Any other failure counts as one. */
  readonly error: string
  readonly reason: string
}

/**
 * Features of built-ins that a package must not use. With `EXTENSIONS=sandbox` these tests must fail, each with its
 * error: remove a line when its test passes.
 */
export const SANDBOX_EXCEPTIONS: readonly SandboxException[] = [
  {
    file: 'extensions/scrub/retries.test.ts',
    title: 'retries to targets that never answer delay no retry of another account',
    error: 'expected 4 to be 12',
    reason: 'It needs twelve runs of one extension at once; a package has four.',
  },
  {
    file: 'extensions/watchonly/scan-turns.test.ts',
    title: 'a late payment to an old address is found without a full scan',
    error: 'to match object { balance: 2067, used_index: 61 }',
    reason: 'A turn asks the explorer for 250 addresses; a run of a package makes at most 200 calls.',
  },
]
