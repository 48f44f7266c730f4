import { accountsFeature } from '../accounts/accounts-feature.ts'
import { accessListsFeature } from '../accounts/acls/access-lists-feature.ts'
import { linkedLoginsFeature } from '../accounts/linked-logins-feature.ts'
import { secondFactorsFeature } from '../accounts/second-factor/second-factors-feature.ts'
import { sharingFeature } from '../accounts/sharing/sharing-feature.ts'
import { adminFeature } from '../admin/admin-feature.ts'
import { usersFeature } from '../admin/users-feature.ts'
import { extensionsFeature } from '../extensions/extensions-feature.ts'
import { extensionAdminFeature } from '../extensions/system/extension-admin-feature.ts'
import { lnbitsFeature } from '../lnbits/lnbits-feature.ts'
import { oldLinksFeature } from '../lnbits/old-links-feature.ts'
import { notificationsFeature } from '../notifications/notifications-feature.ts'
import { contactsFeature } from '../payments/contacts-feature.ts'
import { lnurlFeature } from '../payments/lnurl-feature.ts'
import { paymentsFeature } from '../payments/payments-feature.ts'
import { ratesFeature } from '../rates/rates-feature.ts'
import { tinyurlFeature } from '../tinyurl/tinyurl-feature.ts'
import { walletsFeature } from '../wallets/wallets-feature.ts'
import { webAppFeature } from '../web-app/web-app-feature.ts'
import { opsFeature } from './ops-feature.ts'

/**
 * Every feature of the service, in the order of the manual: the most important for a newcomer first. Features without a
 * chapter add to the chapter `admin`, whose operations are in the order of this list.
 */
export const WALLET_FEATURES = [
  accountsFeature,
  walletsFeature,
  paymentsFeature,
  contactsFeature,
  lnurlFeature,
  ratesFeature,
  extensionsFeature,
  notificationsFeature,
  sharingFeature,
  accessListsFeature,
  linkedLoginsFeature,
  usersFeature,
  secondFactorsFeature,
  tinyurlFeature,
  adminFeature,
  extensionAdminFeature,
  opsFeature,
  lnbitsFeature,
  webAppFeature,
  oldLinksFeature,
] as const
