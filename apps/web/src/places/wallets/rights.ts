import type { Wallet } from '@satchel/client/operations'
import { may, type Right } from '../../api/wallets.ts'
import { listed } from '../../language/joined.ts'
import { t } from '../../language/language.ts'

export const isOwn = ({ share_id: share }: Wallet): boolean => share === undefined

export const RIGHTS: readonly Right[] = ['view-payments', 'receive-payments', 'send-payments']

/** A guest's own rights, as texts. */
export const rightsOf = (wallet: Wallet): string[] =>
  RIGHTS.filter((right) => may(wallet, right)).map((right) => RIGHT_TEXT[right]())

export const RIGHT_TEXT: Readonly<Record<Right, () => string>> = {
  'view-payments': () => t('wallets.may-view'),
  'receive-payments': () => t('wallets.may-receive'),
  'send-payments': () => t('wallets.may-send'),
}

/** `look in, receive and pay` */
export const rightWords = (permissions: readonly string[]): string =>
  listed(RIGHTS.filter((right) => permissions.includes(right)).map((right) => RIGHT_WORD[right]()))

const RIGHT_WORD: Readonly<Record<Right, () => string>> = {
  'view-payments': () => t('people.look-in'),
  'receive-payments': () => t('people.receive'),
  'send-payments': () => t('people.pay'),
}
