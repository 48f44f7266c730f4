import { Home } from '../places/home/home.tsx'
import { lazyPlace, lazyPlaceWithTexts } from './lazy-place.tsx'

/** One chunk per place; Home is in the start chunk. */
export const places = {
  Welcome: lazyPlace(() => import('../places/welcome/welcome.tsx').then(({ Welcome }) => Welcome)),
  LogIn: lazyPlace(() => import('../places/welcome/log-in.tsx').then(({ LogIn }) => LogIn)),
  CreateAccount: lazyPlace(() =>
    import('../places/welcome/create-account.tsx').then(({ CreateAccount }) => CreateAccount),
  ),
  SetUp: lazyPlaceWithTexts(() => import('../places/set-up/set-up.tsx').then(({ SetUp }) => SetUp)),
  Home,
  Receive: lazyPlaceWithTexts(() => import('../places/receive/receive.tsx').then(({ Receive }) => Receive)),
  Send: lazyPlaceWithTexts(() => import('../places/send/send.tsx').then(({ Send }) => Send)),
  Scan: lazyPlaceWithTexts(() => import('../places/scan/scan.tsx').then(({ Scan }) => Scan)),
  Activity: lazyPlaceWithTexts(() => import('../places/activity/activity.tsx').then(({ Activity }) => Activity)),
  Wallets: lazyPlaceWithTexts(() => import('../places/wallets/wallets.tsx').then(({ Wallets }) => Wallets)),
  Apps: lazyPlaceWithTexts(() => import('../places/apps/apps.tsx').then(({ Apps }) => Apps)),
  Extension: lazyPlaceWithTexts(() => import('../places/extension/extension.tsx').then(({ Extension }) => Extension)),
  Contacts: lazyPlaceWithTexts(() => import('../places/contacts/contacts.tsx').then(({ Contacts }) => Contacts)),
  Connections: lazyPlaceWithTexts(() =>
    import('../places/connections/connections.tsx').then(({ Connections }) => Connections),
  ),
  More: lazyPlace(() => import('../places/more/more.tsx').then(({ More }) => More)),
  Admin: lazyPlaceWithTexts(() => import('../places/admin/admin.tsx').then(({ Admin }) => Admin), ['admin']),
  OpenAccount: lazyPlaceWithTexts(() =>
    import('../places/invited/open-account.tsx').then(({ OpenAccount }) => OpenAccount),
  ),
  NewPassword: lazyPlaceWithTexts(() =>
    import('../places/invited/new-password.tsx').then(({ NewPassword }) => NewPassword),
  ),
  Account: lazyPlaceWithTexts(() => import('../places/account/account.tsx').then(({ Account }) => Account)),
  Protect: lazyPlaceWithTexts(() => import('../places/account/protect.tsx').then(({ Protect }) => Protect)),
}
