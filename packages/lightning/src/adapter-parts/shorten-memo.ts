/** At most that many UTF-16 units, cut visibly and never in the middle of a character. */
export function shortenMemo(memo: string, most: number): string {
  if (memo.length <= most) return memo
  const end = memo.slice(0, most - 1)
  return `${end.isWellFormed() ? end : end.slice(0, -1)}…`
}
