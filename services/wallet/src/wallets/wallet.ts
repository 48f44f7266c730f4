import type { Msat } from '@satchel/money/units'
import type { AccessedWallet } from '../access/principal.ts'
import type { WalletLook } from './wallet-look.ts'

/** `balanceMsat`: what the wallet can spend now, without what is reserved for payments in flight. */
export type Wallet = AccessedWallet & { readonly balanceMsat: Msat; readonly look: WalletLook }

/** What a wallet key may do: `admin` everything, `invoice` read and receive. */
export type KeyKind = 'admin' | 'invoice'
