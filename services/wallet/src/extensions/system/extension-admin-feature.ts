import type { HttpFeature } from '@satchel/http/http-feature'
import type { SystemDeps } from './installing/bring-package.ts'
import { extensionAdminRoutes } from './serve/extension-admin.routes.ts'

interface ExtensionAdminDeps {
  readonly extensions: { readonly opened: { readonly deps: SystemDeps } }
}

/** The extensions of the installation, for administrators. */
export const extensionAdminFeature: HttpFeature<ExtensionAdminDeps> = {
  register: (app, { extensions }) => extensionAdminRoutes(app, extensions.opened.deps),
}
