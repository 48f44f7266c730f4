import type { CachedAnswer } from './cached-answer.ts'

export interface PreparedAnswer {
  readonly answer: CachedAnswer
  readonly cacheControl: string
}

/**
 * The answer to a GET of this very URL, as it was sent. Undefined whenever there is a doubt (a `%`, a query, an error):
 * then the route's handler answers. It must answer the same, because it is asked whenever there is a check to be made.
 */
export type FindPrepared = (url: string) => PreparedAnswer | undefined
