import type { AccountsConfig, LoginMethod } from '../../config/accounts.ts'
import { METHOD_OF, type Voucher } from './identity.ts'
import type { ProviderVisits } from './provider-visits.ts'

export interface OpenVouchersDeps {
  readonly accounts: AccountsConfig
  readonly visits: Pick<ProviderVisits, 'providers'>
}

/** The providers that may log users in: allowed and, unless it is Nostr, set up. */
export const openVouchers = ({ accounts, visits }: OpenVouchersDeps): Voucher[] =>
  (Object.keys(METHOD_OF) as Voucher[]).filter(
    (voucher) => accounts.methods.has(METHOD_OF[voucher]) && (voucher === 'nostr' || visits.providers.has(voucher)),
  )

/** The usable log-in methods: those of providers only if they are set up. */
export function openMethods(deps: OpenVouchersDeps): LoginMethod[] {
  const vouched = Object.values(METHOD_OF)
  const open = openVouchers(deps).map((voucher) => METHOD_OF[voucher])
  return [...deps.accounts.methods].filter((method) => !vouched.includes(method) || open.includes(method))
}
