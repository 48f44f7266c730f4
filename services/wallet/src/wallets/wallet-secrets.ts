import { randomBytes } from 'node:crypto'
import { visitorLanguage } from '@satchel/page/visitor-language'
import { newId, newKey } from '../base/ids.ts'
import { textsIn } from '../texts/texts-in.ts'
import type { NewWallet } from './wallet-commands.ts'
import type { KeyVault } from './wallet-keys.ts'
import type { SealedKey, SealedKeys } from './wallet-store.ts'

export const DEFAULT_WALLET_NAME = 'My wallet'

/** Name of a wallet created without one, in the language of the person who opens it. */
export const walletNameFor = ({ headers }: Asked): string =>
  textsIn(visitorLanguage(undefined, headers['accept-language']))(DEFAULT_WALLET_NAME)

interface Asked {
  readonly headers: { readonly 'accept-language'?: string | undefined }
}

/** A wallet ready to be stored: random id, keys and webhook secret, all sealed. */
export const prepareWallet = (vault: KeyVault, userId: string, name: string, at: number): NewWallet => ({
  id: newId(),
  userId,
  name,
  at,
  webhookSecret: vault.seal(newWebhookSecret()),
  keys: newSealedKeys(vault),
})

export function newSealedKeys(vault: KeyVault): SealedKeys {
  const sealed = (): SealedKey => {
    const key = newKey()
    return { digest: vault.digest(key), sealed: vault.seal(key) }
  }
  return { admin: sealed(), invoice: sealed() }
}

/** Standard Webhooks form: `whsec_` and base64 of 32 random bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
