import type { HttpApp } from '@satchel/http/http-app'
import type { Log } from '@satchel/http/log'
import type { Outbound } from '@satchel/outbound/outbound'
import type { LoginProvidersConfig } from '../config/login-providers.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { nostrRoutes } from './login/nostr.routes.ts'
import type { EnterDeps } from './providers/enter-with-identity.ts'
import { identityRoutes } from './providers/identity.routes.ts'
import { providerLoginRoutes } from './providers/provider-login.routes.ts'
import { createProviderVisits } from './providers/provider-visits.ts'

export interface LinkedLoginDeps extends EnterDeps {
  readonly throttle: Throttle
  readonly log: Log
  readonly outbound: Outbound
  readonly config: { readonly publicUrl: string; readonly loginProviders: LoginProvidersConfig }
}

/** Log-ins through Nostr keys, Google, GitHub and Keycloak, and linking them to an account. */
export function linkedLoginRoutes(app: HttpApp, deps: LinkedLoginDeps): void {
  const { publicUrl, loginProviders } = deps.config
  const visits = createProviderVisits({ ...deps, publicUrl, config: loginProviders })
  nostrRoutes(app, { ...deps, nostrBases: loginProviders.nostrBases })
  providerLoginRoutes(app, { ...deps, visits, publicUrl })
  identityRoutes(app, { ...deps, visits, publicUrl })
}
