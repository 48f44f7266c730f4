import type { ExtensionRow } from '../api/extensions.ts'
import { locale, t } from './language.ts'

type Permission = ExtensionRow['permissions'][number]

/** What an extension may do, in words for people; one that this app does not know has its own name. */
export function sentenceOf({ id, to, hosts = [] }: Permission): string {
  switch (id) {
    case 'receive':
      return t('ext.may-receive')
    case 'incoming.read':
      return t('ext.may-read-incoming')
    case 'payments.read':
      return t('ext.may-read-payments')
    case 'page':
      return t('ext.may-show-pages')
    case 'ws':
      return t('ext.may-notify')
    case 'mail':
      return t('ext.may-mail')
    case 'schedule':
      return t('ext.may-run')
    case 'nostr':
      return t('ext.may-nostr')
    case 'spend':
      return to === 'own'
        ? t('ext.may-spend-own')
        : to === 'listed'
          ? t('ext.may-spend-listed')
          : t('ext.may-spend-any')
    case 'http':
      return hosts.includes('*')
        ? t('ext.may-call-any')
        : t('ext.may-call', { hosts: new Intl.ListFormat(locale()).format(hosts) })
    case 'neighbours':
      return t('ext.may-ask')
    case 'chain':
      return t('ext.may-chain')
    case 'claim':
      return t('ext.may-claim')
    default:
      return id
  }
}
