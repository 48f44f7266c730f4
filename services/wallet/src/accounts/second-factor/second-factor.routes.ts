import type { HttpApp } from '@satchel/http/http-app'
import { type OpenByPasskeyDeps, openByPasskeyRoutes } from './open-by-passkey.routes.ts'
import { type PasskeyRoutesDeps, passkeyRoutes } from './passkey.routes.ts'
import { type ProtectionRoutesDeps, protectionRoutes } from './protection.routes.ts'
import { type SecondFactorLoginDeps, secondFactorLoginRoutes } from './second-factor-login.routes.ts'
import { type TotpRoutesDeps, totpRoutes } from './totp.routes.ts'

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
