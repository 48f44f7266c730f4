/** Where reading goes on: in the node's own invoices, and in those of the hold plugin, which have no index of changes. */
export interface ClnCursor {
  /** `pay_index` of the last receipt told. */
  readonly payIndex: number
  /** Hold invoices up to this id are known … */
  readonly holdsUpTo: number
  /** … and all their news is told, except for these: how much of theirs is. */
  readonly open: ReadonlyMap<number, number>
}

export function writeCursor({ payIndex, holdsUpTo, open }: ClnCursor): string {
  return `cln:${payIndex}:${holdsUpTo}:${[...open].map(([id, told]) => `${id}=${told}`).join(',')}`
}

/** A cursor of another source means nothing here: everything is told again, and booked once all the same. */
export function readCursor(text: string | undefined, lastPayIndex: number): ClnCursor {
  const [, payIndex, holdsUpTo, open = ''] = /^cln:(\d+):(\d+):([\d=,]*)$/.exec(text ?? '') ?? []
  return {
    payIndex: Number(payIndex ?? lastPayIndex),
    holdsUpTo: Number(holdsUpTo ?? 0),
    open: new Map(open.split(',').filter(Boolean).map(readPair)),
  }
}

function readPair(pair: string): [number, number] {
  const [id, told] = pair.split('=').map(Number)
  return [id ?? 0, told ?? 0]
}
