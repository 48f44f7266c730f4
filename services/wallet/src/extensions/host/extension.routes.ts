import type { AnyExtension } from '@satchel/extension-sdk/extension'
import type { HttpApp } from '@satchel/http/http-app'
import { frameFileRoutes } from './packages/frame-files.routes.ts'
import { packageRoutes } from './packages/package.routes.ts'
import { packageCodeRoutes } from './packages/package-code.routes.ts'
import { findPackageSocket } from './packages/package-paths.ts'
import { itemRoutes, publicItemRoute } from './serve/item.routes.ts'
import { ownRoutes } from './serve/own.routes.ts'
import { ownRelayRoutes } from './serve/own-relay.routes.ts'
import type { OwnRoutesDeps } from './serve/route-options.ts'
import { spendGrantRoutes } from './serve/spend-grants.routes.ts'
import { socketRoutes } from './sockets/socket.routes.ts'

export interface ExtensionRoutesDeps extends OwnRoutesDeps {
  readonly builtIns: readonly AnyExtension[]
}

/** Every path of the built-in extensions, from their definitions, and those of installed packages. */
export function extensionRoutes(app: HttpApp, deps: ExtensionRoutesDeps): void {
  for (const extension of deps.builtIns) {
    itemRoutes(app, deps, extension)
    publicItemRoute(app, deps, extension)
    ownRoutes(app, deps, extension)
    assetRoutes(app, extension)
  }
  spendGrantRoutes(app, deps)
  socketRoutes(app, { ...deps, findPackageSocket: (url) => findPackageSocket(deps.system, url) })
  if (deps.host.ownRelay !== undefined) ownRelayRoutes(app, deps.host.ownRelay)
  frameFileRoutes(app, deps)
  packageCodeRoutes(app, deps)
  packageRoutes(app, deps)
}

const FOR_AN_HOUR = { 'Cache-Control': 'public, max-age=3600' }

function assetRoutes(app: HttpApp, { manifest, assets }: AnyExtension): void {
  for (const [name, { type, text }] of Object.entries(assets ?? {})) {
    app.get(
      `/${manifest.id}/assets/${name}`,
      { config: { access: 'anyone', rateLimited: 'visit' }, schema: { hide: true } },
      async (_request, reply) => reply.headers(FOR_AN_HOUR).type(type).send(text),
    )
  }
}
