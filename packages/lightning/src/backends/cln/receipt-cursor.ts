/** The next position: in the node's own invoices, and in those of the hold plugin, which has no index of changes. */
export interface ClnCursor {
  /** `pay_index` of the last receipt reported. */
  readonly payIndex: number
  /** Hold invoices up to this id are known … */
  readonly holdsUpTo: number
  /**
   * … and all their events are reported, except for these hold invoices: how many changes of each are reported already.
   */
  readonly open: ReadonlyMap<number, number>
}

export function writeCursor({ payIndex, holdsUpTo, open }: ClnCursor): string {
  return `cln:${payIndex}:${holdsUpTo}:${[...open].map(([id, reported]) => `${id}=${reported}`).join(',')}`
}

/** Ignores a cursor of another source: all receipts are reported again, and the service books each once. */
export function readCursor(text: string | undefined, lastPayIndex: number): ClnCursor {
  const [, payIndex, holdsUpTo, open = ''] = /^cln:(\d+):(\d+):([\d=,]*)$/.exec(text ?? '') ?? []
  return {
    payIndex: Number(payIndex ?? lastPayIndex),
    holdsUpTo: Number(holdsUpTo ?? 0),
    open: new Map(open.split(',').filter(Boolean).map(readPair)),
  }
}

function readPair(pair: string): [number, number] {
  const [id, reported] = pair.split('=').map(Number)
  return [id ?? 0, reported ?? 0]
}
