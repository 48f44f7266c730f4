import type { Msat } from '@satchel/money/units'
import type { AccessedWallet } from '../access/principal.ts'
import type { WalletLook } from './wallet-look.ts'

/** `balanceMsat`: the available balance, without reserves of payments in flight. */
export type Wallet = AccessedWallet & { readonly balanceMsat: Msat; readonly look: WalletLook }

/** The permissions of a wallet key: `admin` everything, `invoice` read and receive. */
export type KeyKind = 'admin' | 'invoice'
