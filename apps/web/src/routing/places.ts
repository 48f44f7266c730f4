import { lazyPlace } from './lazy-place.tsx'

/** Each place is a folder and a chunk of its own. */
export const places = {
  Welcome: lazyPlace(() => import('../places/welcome/welcome.tsx').then(({ Welcome }) => Welcome)),
  LogIn: lazyPlace(() => import('../places/welcome/log-in.tsx').then(({ LogIn }) => LogIn)),
  CreateAccount: lazyPlace(() =>
    import('../places/welcome/create-account.tsx').then(({ CreateAccount }) => CreateAccount),
  ),
  SetUp: lazyPlace(() => import('../places/set-up/set-up.tsx').then(({ SetUp }) => SetUp)),
  Home: lazyPlace(() => import('../places/home/home.tsx').then(({ Home }) => Home)),
  Receive: lazyPlace(() => import('../places/receive/receive.tsx').then(({ Receive }) => Receive)),
  Send: lazyPlace(() => import('../places/send/send.tsx').then(({ Send }) => Send)),
  Scan: lazyPlace(() => import('../places/scan/scan.tsx').then(({ Scan }) => Scan)),
  Activity: lazyPlace(() => import('../places/activity/activity.tsx').then(({ Activity }) => Activity)),
  Wallets: lazyPlace(() => import('../places/wallets/wallets.tsx').then(({ Wallets }) => Wallets)),
  Apps: lazyPlace(() => import('../places/apps/apps.tsx').then(({ Apps }) => Apps)),
  More: lazyPlace(() => import('../places/more/more.tsx').then(({ More }) => More)),
  Account: lazyPlace(() => import('../places/account/account.tsx').then(({ Account }) => Account)),
  Protect: lazyPlace(() => import('../places/account/protect.tsx').then(({ Protect }) => Protect)),
}
