import type { CachedAnswer } from './cached-answer.ts'

export interface PreparedAnswer {
  readonly answer: CachedAnswer
  readonly cacheControl: string
}

/**
 * The answer to a GET of exactly this URL. Undefined in any doubtful case (a `%`, a query, an error): then the route's
 * handler answers. The handler must give the same answer, because it runs whenever a check is needed.
 */
export type FindPrepared = (url: string) => PreparedAnswer | undefined
