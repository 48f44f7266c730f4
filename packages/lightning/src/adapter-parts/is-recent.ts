/** Whether a node's version is at least this one. Other texts count as recent: they come from custom builds. */
export function isRecent(version: string, least: readonly [number, number, number]): boolean {
  const parts = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number)
  if (parts === undefined) return true
  const at = least.findIndex((wanted, index) => parts[index] !== wanted)
  return at < 0 || (parts[at] ?? 0) > (least[at] ?? 0)
}
