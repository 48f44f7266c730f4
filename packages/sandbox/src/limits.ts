/** Limits of one run, of one extension, and of all together. */
export const LIMITS = {
  /** Size of the code, without its source map. */
  sourceBytes: 1024 * 1024,
  /** Linear memory of one run. */
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 256 * 1024,
  /** CPU time between two answers of the host: a signature takes a tenth of a second in the engine. */
  sliceMs: 250,
  /** CPU time of loading the code, which happens once for each version. */
  loadMs: 5000,
  /** A slice that the engine cannot interrupt, because it is in native code: its process is killed. */
  stuckMs: 1000,
  stuckLoadingMs: 6000,
  /** Calls of the host in one run. */
  calls: 200,
  /** Concurrent calls of one run; others wait. */
  callsAtOnce: 8,
  /** Rate of these calls for an extension that uses much CPU time. */
  heavyCalls: { perSecond: 100, burst: 200 },
  /** Size of an answer of the host. */
  answerBytes: 4 * 1024 * 1024,
  /** Size of one argument list, and of the notices of one slice. */
  callBytes: 256 * 1024,
  /** Size of a result, such as a whole page. */
  resultBytes: 1024 * 1024,
  /** A run for a request, and any other, from its beginning to its end. */
  requestMs: 5000,
  jobMs: 30_000,
  /** Concurrent runs: of one extension, and in total. Others wait. */
  runsOfExtension: 4,
  runs: 16,
  waitingOfExtension: 200,
  /** Idle instances kept for the next run: per extension, and in total. */
  idleOfExtension: 4,
  idle: 8,
  /** An extension without a run for this time is unloaded. The process ends when all are unloaded. */
  restMs: 60_000,
} as const
