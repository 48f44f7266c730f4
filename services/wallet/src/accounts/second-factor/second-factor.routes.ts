import type { HttpApp } from '@satchel/http/http-app'
import { openByPasskeyRoutes, type OpenByPasskeyDeps } from './open-by-passkey.routes.ts'
import { passkeyRoutes, type PasskeyRoutesDeps } from './passkey.routes.ts'
import { protectionRoutes, type ProtectionRoutesDeps } from './protection.routes.ts'
import { secondFactorLoginRoutes, type SecondFactorLoginDeps } from './second-factor-login.routes.ts'
import { totpRoutes, type TotpRoutesDeps } from './totp.routes.ts'

export type SecondFactorRoutesDeps = SecondFactorLoginDeps &
  OpenByPasskeyDeps &
  TotpRoutesDeps &
  PasskeyRoutesDeps &
  ProtectionRoutesDeps

/** Second factors: how they are set up, asked for and removed. */
export function secondFactorRoutes(app: HttpApp, deps: SecondFactorRoutesDeps): void {
  secondFactorLoginRoutes(app, deps)
  openByPasskeyRoutes(app, deps)
  totpRoutes(app, deps)
  passkeyRoutes(app, deps)
  protectionRoutes(app, deps)
}
