import type { HttpApp } from '@satchel/http/http-app'

/** Every route of the app, also those that the manual does not have: the verbs by their path template. */
export function listRoutes(app: HttpApp): ReadonlyMap<string, readonly string[]> {
  const routes = new Map<string, readonly string[]>()
  const parents: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', verbs] = /^(.*)[└├]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    parents.length = depth
    const path = parents.join('') + part
    parents.push(part)
    if (verbs !== undefined) routes.set(path, [...(routes.get(path) ?? []), ...verbs.split(', ')])
  }
  return routes
}
