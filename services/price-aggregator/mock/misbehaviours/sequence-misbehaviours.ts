import type { Misbehaviour } from './misbehaviour.ts'

/** Counted per URL, so that a round of several requests to one exchange fails or works as a whole. */
export const sequenceMisbehaviours: readonly Misbehaviour[] = [
  {
    name: 'fails-works-fails',
    kind: 'sequence',
    what: 'only the second answer of each URL is good; 503 before and after',
    expect: 'updated',
    rounds: 3,
    does: failing((nth) => nth !== 2),
  },
  {
    name: 'works-fails-works',
    kind: 'sequence',
    what: 'the second answer of each URL is 503, all others are good',
    expect: 'updated',
    rounds: 3,
    does: failing((nth) => nth === 2),
  },
  {
    name: 'flapping',
    kind: 'sequence',
    what: '503 and good answers in turn, beginning with 503',
    expect: 'updated',
    rounds: 2,
    does: failing((nth) => nth % 2 === 1),
  },
  failsFirst(1),
]

/** 503 for the first requests of each URL, good afterwards. */
export function failsFirst(requests: number): Misbehaviour {
  return {
    name: 'fails-first',
    kind: 'sequence',
    what: `503 for the first ${requests} requests of each URL, then good`,
    expect: 'updated',
    rounds: requests + 1,
    does: failing((nth) => nth <= requests),
  }
}

function failing(when: (nth: number) => boolean): Misbehaviour['does'] {
  return { when, answer: () => ({ status: 503, html: '<html><h1>503 Service Unavailable</h1></html>' }) }
}
