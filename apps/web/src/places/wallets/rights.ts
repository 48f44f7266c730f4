import type { Wallet } from '@satchel/client/operations'
import { t } from '../../language/language.ts'

type Right = 'view-payments' | 'receive-payments' | 'send-payments'

/** A guest may do what the owner has allowed; the owner may do everything. */
export const may = ({ permissions }: Wallet, right: Right): boolean => permissions?.includes(right) ?? true

export const isOwn = ({ share_id: share }: Wallet): boolean => share === undefined

const RIGHTS: readonly Right[] = ['view-payments', 'receive-payments', 'send-payments']

/** What a guest may do, in words. */
export const rightsOf = (wallet: Wallet): string[] =>
  RIGHTS.filter((right) => may(wallet, right)).map((right) => RIGHT_TEXT[right]())

const RIGHT_TEXT: Readonly<Record<Right, () => string>> = {
  'view-payments': () => t('wallets.may-view'),
  'receive-payments': () => t('wallets.may-receive'),
  'send-payments': () => t('wallets.may-send'),
}
