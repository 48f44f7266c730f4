import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Config } from '../config/config.ts'
import { type ExtensionRoutesDeps, extensionRoutes } from './host/extension.routes.ts'
import { type MailRoutes, mailStopRoutes } from './pages/mail-stop.routes.ts'
import { pageRoutes } from './pages/page.routes.ts'
import { plainFormRoutes } from './pages/plain-form.routes.ts'
import { startPageRoutes } from './pages/start-page.routes.ts'
import type { OpenedExtensionSystem } from './system/open-extension-system.ts'
import { descriptionRoutes } from './system/serve/description.routes.ts'
import { DESCRIPTION_COMPONENTS } from './system/serve/description-schemas.ts'
import { EXTENSION_COMPONENTS } from './system/serve/extension-schemas.ts'
import { extensionSystemRoutes } from './system/serve/extension-system.routes.ts'

interface ExtensionsDeps {
  readonly config: Pick<Config, 'publicUrl' | 'administration'>
  readonly extensions: Omit<ExtensionRoutesDeps, 'notice'> & MailRoutes & { readonly opened: OpenedExtensionSystem }
  /** A notice on every page, for visitors. */
  readonly notice: string | undefined
  /** The built web app, if there is one. */
  readonly webApp: object | undefined
}

/** The extensions of an account, the routes of each extension, and their pages. */
export const extensionsFeature: HttpFeature<ExtensionsDeps> = {
  chapter: readChapter('extensions', import.meta.url),
  components: [...EXTENSION_COMPONENTS, ...DESCRIPTION_COMPONENTS],
  register(app, { config, extensions, notice, webApp }) {
    const { publicUrl, administration } = config
    const { site } = administration
    extensionSystemRoutes(app, extensions.opened.deps)
    descriptionRoutes(app, extensions.opened.deps)
    pageRoutes(app, { publicUrl })
    mailStopRoutes(app, { publicUrl, site, stops: extensions.mail.stops })
    startPageRoutes(app, { publicUrl, site, notice, hasWebApp: webApp !== undefined })
    extensionRoutes(app, { ...extensions, notice })
    const { host, builtIns } = extensions
    plainFormRoutes(app, {
      publicUrl,
      notice,
      vault: host.deps.vault,
      translationsOf: (extId) => builtIns.find(({ manifest }) => manifest.id === extId)?.translations,
    })
  },
}
