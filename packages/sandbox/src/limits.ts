/** What one run, one extension and all of them together may use. */
export const LIMITS = {
  /** Of code, without its source map. */
  sourceBytes: 1024 * 1024,
  /** Linear memory of one run. */
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 256 * 1024,
  /** CPU time between two answers of the host: a signature takes a tenth of a second in the engine. */
  sliceMs: 250,
  /** CPU time of loading the code, which happens once for each version. */
  loadMs: 5000,
  /** A slice that does not end by itself is in native code of the engine: its process is killed. */
  stuckMs: 1000,
  stuckLoadingMs: 6000,
  /** Calls of the host in one run. */
  calls: 200,
  /** Of these, so many at once; others wait. */
  callsAtOnce: 8,
  /** Of an extension that uses much CPU time. */
  heavyCalls: { perSecond: 100, burst: 200 },
  /** Of an answer of the host. */
  answerBytes: 4 * 1024 * 1024,
  /** Of one argument list, and of the notices of one slice. */
  callBytes: 256 * 1024,
  /** Of a result: pages, with everything on them. */
  resultBytes: 1024 * 1024,
  /** A run for a request, and any other, from its beginning to its end. */
  requestMs: 5000,
  jobMs: 30_000,
  /** Runs at once: of one extension, and in total. Others wait. */
  runsOfExtension: 4,
  runs: 16,
  waitingOfExtension: 200,
  /** Instances that are kept for the next run: for each extension, and in total. */
  idleOfExtension: 4,
  idle: 8,
  /** An extension without a run for so long is unloaded; when all are, the process ends. */
  restMs: 60_000,
} as const
