import { pathToFileURL } from 'node:url'

/** An error with its place in the folder: `extension.ts:12:5: The message`. */
export function placeOf(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return String(error)
  const { message, stack = '' } = error
  const own = `${pathToFileURL(folder).href}/`
  const places = [...stack.matchAll(/file:\/\/[^\s)]+?:\d+(?::\d+)?/g)].map(([place]) => place)
  const place = places.find((one) => one.startsWith(own) && !one.startsWith(`${own}node_modules/`))
  return place === undefined ? message : `${place.slice(own.length)}: ${message}`
}
