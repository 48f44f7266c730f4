const HEX = '[0-9a-fA-F]'
const ID = `(?:${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}|${HEX}{64}|${HEX}{32})`

/** After `/ws/` the key of a wallet may follow. */
const IN_PATH = new RegExp(`(?<=/)(?<!/ws/)${ID}(?=/|$)`, 'g')
/** Ids of programs are theirs. */
const IN_QUERY = new RegExp(`(?<=(?:^|&)(?!client_)(?:\\w+_)?(?:id|hash|wallet)=)${ID}(?=&|$)`, 'g')
const HAS_CAPITALS = /[A-F]/

/**
 * The request URL with its UUIDs and hashes in lower case, as they are stored (rule A43). Other names, keys and tokens
 * are unchanged.
 */
export function withLowerCaseIds(url: string): string {
  if (!HAS_CAPITALS.test(url)) return url
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const query = end < 0 ? '' : url.slice(end + 1)
  const toLower = (id: string): string => id.toLowerCase()
  return path.replaceAll(IN_PATH, toLower) + (end < 0 ? '' : `?${query.replaceAll(IN_QUERY, toLower)}`)
}
