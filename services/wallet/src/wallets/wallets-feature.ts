import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import { type WalletRoutesDeps, walletRoutes } from './wallet.routes.ts'
import { WalletBody, WalletKeys, WalletPage } from './wallet-schemas.ts'

/** Wallets, their balances and their keys. */
export const walletsFeature: HttpFeature<WalletRoutesDeps> = {
  chapter: readChapter('wallets', import.meta.url),
  components: [WalletBody, WalletKeys, WalletPage],
  register: walletRoutes,
}
