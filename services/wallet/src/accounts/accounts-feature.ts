import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { Config } from '../config/config.ts'
import { type AccountRoutesDeps, accountRoutes } from './login/account.routes.ts'
import { type FirstInstallRoutesDeps, firstInstallRoutes } from './login/first-install.routes.ts'
import { type PasswordRoutesDeps, passwordRoutes } from './login/password.routes.ts'
import { type RegistrationRoutesDeps, registrationRoutes } from './login/registration.routes.ts'
import { type ResetRoutesDeps, resetRoutes } from './login/reset.routes.ts'
import { SessionBody, type SessionRoutesDeps, sessionRoutes } from './login/session.routes.ts'
import { type StepUpRoutesDeps, stepUpRoutes } from './login/step-up.routes.ts'
import { type PreferencesRoutesDeps, preferencesRoutes } from './preferences/preferences.routes.ts'
import { CurrentUser, Registered, TokenResponse } from './users/account-schemas.ts'
import { type VerifiedEmailRoutesDeps, verifiedEmailRoutes } from './verified-email/verified-email.routes.ts'

type AccountsDeps = AccountRoutesDeps &
  PreferencesRoutesDeps &
  PasswordRoutesDeps &
  RegistrationRoutesDeps &
  ResetRoutesDeps &
  SessionRoutesDeps &
  Omit<StepUpRoutesDeps, 'publicUrl'> &
  Omit<FirstInstallRoutesDeps, 'dataFolder'> & {
    readonly config: Pick<Config, 'dataFolder' | 'publicUrl'>
    readonly mail: Pick<VerifiedEmailRoutesDeps, 'emailCodes' | 'mailCode'>
  }

/** Registration, log-in, profile and password. */
export const accountsFeature: HttpFeature<AccountsDeps> = {
  chapter: readChapter('accounts', import.meta.url),
  components: [TokenResponse, Registered, CurrentUser, SessionBody],
  register(app, deps) {
    registrationRoutes(app, deps)
    accountRoutes(app, deps)
    passwordRoutes(app, deps)
    resetRoutes(app, deps)
    sessionRoutes(app, deps)
    stepUpRoutes(app, { ...deps, publicUrl: deps.config.publicUrl })
    preferencesRoutes(app, deps)
    verifiedEmailRoutes(app, { ...deps, ...deps.mail })
    firstInstallRoutes(app, { ...deps, dataFolder: deps.config.dataFolder })
  },
}
