import { whole } from '@satchel/configuration/variables/variable'
import { HTTP_VARIABLES, type Reader, readAll, toRateLimit } from '@satchel/http/environment'
import { backendOf, type SourceKind } from '@satchel/lightning/all-backends'
import { withDashes } from '../base/ids.ts'
import { accountsOf, LOG_INS, readLoginMethods } from './accounts.ts'
import { type AdministrationConfig, SITE, siteOf } from './administration.ts'
import { AMOUNTS, FEES, HOLDS, IN_FLIGHT, type PaymentPolicy, policyOf } from './payment-policy.ts'
import { type SettingValuesOf, setting } from './setting.ts'

export const REQUESTS = {
  rate_limit_requests: setting(
    whole('SERVICE_RATE_LIMIT_NO', [200, 0, 1_000_000_000], 'Requests of one address per unit; 0 = no limit.'),
    { group: 'requests', takesEffect: 'restart' },
  ),
  rate_limit_unit: setting(HTTP_VARIABLES.rateLimitUnit, {
    group: 'requests',
    takesEffect: 'restart',
    about: 'The unit of the rate limit.',
  }),
}

/** Every setting, by its name in the API, in the order of the manual. */
export const SETTINGS = { ...LOG_INS, ...AMOUNTS, ...IN_FLIGHT, ...FEES, ...HOLDS, ...SITE, ...REQUESTS }

export type SettingName = keyof typeof SETTINGS

export type SettingValues = SettingValuesOf<typeof SETTINGS>

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** The values from the environment, for settings that no administrator has changed. */
export function readSettings(read: Reader, problems: string[], node: SourceKind): SettingValues {
  const { maxHeld, minReserveMsat } = backendOf(node).facts
  const usual = { max_held: maxHeld, fee_reserve_min_msat: minReserveMsat }
  const values = readAll(read, SETTINGS, usual)
  return {
    ...values,
    auth_allowed_methods: readLoginMethods(read, problems, node !== 'simulated'),
    allowed_users: [...new Set(values.allowed_users.map(withDashes))],
  }
}

export const rateLimitOf = (values: SettingValuesOf<typeof REQUESTS>) =>
  toRateLimit(values.rate_limit_requests, values.rate_limit_unit)

/** The parts of the configuration with settings, without the settings. */
interface Fixed {
  readonly payments: Pick<PaymentPolicy, 'payWaitMs' | 'nodeIsShared'>
  readonly administration: Omit<AdministrationConfig, 'site'>
}

/** The parts of the configuration that settings decide while the service runs. */
export const partsOf = ({ payments, administration }: Fixed, settings: SettingValues) => ({
  settings,
  accounts: accountsOf(settings),
  payments: { ...payments, ...policyOf(settings) },
  administration: { ...administration, site: siteOf(settings) },
})
