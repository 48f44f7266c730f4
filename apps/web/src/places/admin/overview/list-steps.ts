import { type TextKey, t } from '../../../language/language.ts'
import type { Path } from '../../../routing/paths.ts'
import type { ServerStatus } from '../operator.ts'
import { type AddressProblem, judgeAddress } from './judge-address.ts'

export interface Step {
  readonly title: string
  readonly why: string
  /** Undefined: it is mended by a variable. */
  readonly to: Path | undefined
}

export interface StepFacts {
  readonly status: Pick<ServerStatus, 'set_up' | 'node' | 'backups'>
  readonly publicUrl: string
  /** Of this page. */
  readonly origin: string
}

const ADDRESS_TEXTS: Readonly<Record<AddressProblem, TextKey>> = {
  'other-address': 'admin.step-https-other',
  'only-here': 'admin.step-https-here',
  'no-https': 'admin.step-https-none',
  'proxy-not-trusted': 'admin.step-https-proxy',
}

/** The steps of the set-up that are not done yet, each with what is wrong. */
export function listSteps({ status, publicUrl, origin }: StepFacts): readonly Step[] {
  const { set_up: setUp, node, backups } = status
  const problem = judgeAddress({ publicUrl, origin, isProxyIgnored: setUp.proxy_ignored })
  const all: readonly (Step | undefined)[] = [
    step(setUp.name_chosen, 'admin.step-name', t('admin.step-name-why'), '/admin/settings'),
    step(setUp.currency_chosen && setUp.has_prices, 'admin.step-currency', currencyText(setUp)),
    step(
      setUp.registration_chosen,
      'admin.step-registration',
      setUp.registration_open ? t('admin.step-registration-open') : t('admin.step-registration-closed'),
      '/admin/settings',
    ),
    problem && step(false, 'admin.step-https', t(ADDRESS_TEXTS[problem], { address: publicUrl, here: origin })),
    step(node.kind !== 'simulated', 'admin.step-node', t('admin.step-node-why'), '/admin/node'),
    step(
      backups.schedule !== null || backups.last !== null,
      'admin.step-backup',
      t('admin.step-backup-why'),
      '/admin/backup',
    ),
  ]
  return all.filter((one) => one !== undefined)
}

const step = (isDone: boolean, title: TextKey, why: string, to?: Path): Step | undefined =>
  isDone ? undefined : { title: t(title), why, to }

const currencyText = ({ has_prices: hasPrices, accounting_currency: currency }: ServerStatus['set_up']): string =>
  hasPrices ? t('admin.step-currency-why', { currency }) : t('admin.step-currency-none')
