import { t } from '../../../language/language.ts'

/** Translates a reason of the service; undefined for a reason of an operator. */
export function whyText(reason: string): string | undefined {
  if (reason.startsWith('the books do not add up')) return t('admin.why-books')
  if (/^the node has -?\d+ msat more/.test(reason)) return t('admin.why-balance')
  if (reason.includes('the node reports a fee of')) return t('admin.why-fee')
  if (reason.includes('failed, and the node now says it paid')) return t('admin.why-failed-paid')
  if (reason.startsWith('A backup of')) return t('admin.why-restored')
  if (/^the node (?:has paid|is paying|knows payment)/.test(reason)) return t('admin.why-node-payment')
  if (reason.includes('which is no invoice of ours')) return t('admin.why-receipt')
  if (reason === 'stopped by the operator') return t('admin.why-operator')
  return undefined
}
