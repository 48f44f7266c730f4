import type { AnyExtension } from '@satchel/extension-sdk/extension'
import { createHttpApp } from '@satchel/http/create-http-app'
import { Detail } from '@satchel/http/detail'
import { SILENT_LOG } from '@satchel/http/log'
import { createHttpMetrics } from '@satchel/http/reports/http-metrics'
import { CREDENTIALS } from '../../../access/credential-docs.ts'
import { collectPublishedRoutes, type PublishedRoute } from '../../../access/published-routes.ts'
import { itemRoutes, publicItemRoute, READS, WRITES } from '../serve/item.routes.ts'
import { extensionComponents, ownRoutes } from '../serve/own.routes.ts'
import type { ServeDeps } from '../serve/serve-items.ts'

/** The manual's section about a package. */
export interface PackageSection {
  readonly routes: readonly PublishedRoute[]
  /** The part of an OpenAPI document for a package. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  /** What `paths` refers to. */
  readonly components: { readonly schemas: object }
  readonly tag: { readonly name: string; readonly description: string }
}

const NO_ACCESS_CHECKS = { access: { anyone: undefined, [READS.access]: undefined, [WRITES.access]: undefined } }

/**
 * Registers the routes that a built-in with this definition would have, on an app that serves only to describe them.
 */
export async function describePackage(definition: AnyExtension, deps: ServeDeps): Promise<PackageSection> {
  const { id, name, version, short_description: about } = definition.manifest
  const app = createHttpApp({
    ...NO_ACCESS_CHECKS,
    api: { title: name, version, description: about, tags: [], credentials: CREDENTIALS },
    components: [Detail, ...extensionComponents([definition])],
    validationDetail: 'text',
    log: SILENT_LOG,
    accessLog: 'off',
    metrics: createHttpMetrics({ processMetrics: false }),
  })
  const routes = collectPublishedRoutes(app)
  app.register(async (scope) => {
    itemRoutes(scope, deps, definition)
    publicItemRoute(scope, deps, definition)
    ownRoutes(scope, { ...deps, notice: undefined }, definition)
  })
  try {
    await app.ready()
    const { paths, components } = harmless(app.swagger()) as Pick<PackageSection, 'paths' | 'components'>
    // Ids have no brackets, so the chapter of a package is unique under any name.
    const tag = { name: `${id} (package)`, description: `${name} ${version}: ${about}`.replaceAll('<', '&lt;') }
    const tagged = mapValues(paths, (path) => mapValues(path, (one) => ({ ...one, tags: [tag.name] })))
    return { routes, paths: tagged, components, tag }
  } finally {
    await app.close()
  }
}

/** Escapes HTML: viewers of the manual render texts as Markdown, and a publisher must not add HTML to our pages. */
const harmless = (document: object): unknown =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    typeof value === 'string' && TEXTS.has(key) ? value.replaceAll('<', '&lt;') : value,
  )

const TEXTS: ReadonlySet<string> = new Set(['description', 'summary'])

const mapValues = <V, W>(given: Readonly<Record<string, V>>, to: (value: V) => W): Readonly<Record<string, W>> =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, to(value)]))
