/** One page of a list that has its newest row first. */
export interface NewestFirstPage<Row> {
  readonly rows: readonly Row[]
  /** The cursor of the next, older page; undefined = none. */
  readonly next: string | undefined
}

export interface ListedRow {
  /** Identifies the row. */
  readonly id: string
  /** Unix milliseconds. */
  readonly atMs: number
}

export interface NewestFirstReader<Row> {
  /** Every row from then on, oldest first; rows of one time in the order of the list. */
  since(fromMs: number): Promise<readonly Row[]>
}

/** A row may be stored slightly after newer ones. */
const OVERLAP_MS = 60_000

/**
 * For services that can only be read backwards. Rows are cached, so that a long backlog is read once, whatever the
 * number of requests meanwhile, and later only the newest pages.
 */
export function createNewestFirstReader<Row extends ListedRow>(
  readPage: (next: string | undefined) => Promise<NewestFirstPage<Row>>,
): NewestFirstReader<Row> {
  let known = new Map<string, Row>()
  /** Everything from then on is known, up to the newest. */
  let completeFromMs = Number.POSITIVE_INFINITY
  let walking: Promise<void> | undefined
  const walk = async (fromMs: number): Promise<void> => {
    const newestMs = [...known.values()].reduce((newest, { atMs }) => Math.max(newest, atMs), Number.NEGATIVE_INFINITY)
    const goesOn = completeFromMs <= fromMs && known.size > 0
    const untilMs = goesOn ? Math.max(fromMs, newestMs - OVERLAP_MS) : fromMs
    const found = await readBackTo(untilMs, readPage)
    // Older pages come first, so that a row keeps its place.
    const kept = goesOn ? [...known].filter(([, { atMs }]) => atMs >= fromMs) : []
    known = new Map([...kept, ...found.reverse().map((row) => [row.id, row] as const)])
    completeFromMs = fromMs
  }
  return {
    async since(fromMs) {
      walking ??= walk(fromMs).finally(() => {
        walking = undefined
      })
      await walking
      return [...known.values()].filter(({ atMs }) => atMs >= fromMs).sort((one, other) => one.atMs - other.atMs)
    },
  }
}

async function readBackTo<Row extends ListedRow>(
  untilMs: number,
  readPage: (next: string | undefined) => Promise<NewestFirstPage<Row>>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let next: string | undefined; ; ) {
    const page = await readPage(next)
    found.push(...page.rows.filter(({ atMs }) => atMs >= untilMs))
    const oldest = page.rows.at(-1)
    if (page.next === undefined || page.next === next || oldest === undefined || oldest.atMs < untilMs) return found
    next = page.next
  }
}

/** Rows of the same time keep their order: each is at least a millisecond after the previous one. Oldest first. */
export function inOrder<Row extends { readonly atMs: number }>(rows: readonly Row[]): Row[] {
  let lastMs = Number.NEGATIVE_INFINITY
  return rows.map((row) => {
    lastMs = Math.max(row.atMs, lastMs + 1)
    return { ...row, atMs: lastMs }
  })
}
