import { type TextKey, t } from '../../../language/language.ts'
import { troubleText } from '../trouble-text.ts'

interface AlarmText {
  readonly title: string
  readonly advice: string | undefined
}

const TEXTS: Readonly<Record<string, readonly [title: TextKey, advice: TextKey]>> = {
  'pending-for-long': ['admin.alarm-pending', 'admin.alarm-pending-do'],
  'backup-failed': ['admin.alarm-backup', 'admin.alarm-backup-do'],
  'expires-soon': ['admin.alarm-expires', 'admin.alarm-expires-do'],
  'currency-digits': ['admin.alarm-digits', 'admin.alarm-digits-do'],
  halt: ['admin.alarm-halt', 'admin.alarm-halt-do'],
  'failed-but-paid': ['admin.alarm-failed-paid', 'admin.alarm-node-do'],
  'bad-preimage': ['admin.alarm-preimage', 'admin.alarm-preimage-do'],
  'fee-above-limit': ['admin.alarm-fee', 'admin.alarm-node-do'],
  'channel-cost': ['admin.alarm-channel', 'admin.alarm-channel-do'],
  'hold-lost': ['admin.alarm-hold', 'admin.alarm-hold-do'],
  'hold-unclaimed': ['admin.alarm-unclaimed', 'admin.alarm-unclaimed-do'],
  'node-history': ['admin.alarm-history', 'admin.alarm-history-do'],
  'node-lost-payment': ['admin.alarm-lost-payment', 'admin.alarm-lost-payment-do'],
  'payment-vanished': ['admin.alarm-lost-payment', 'admin.alarm-lost-payment-do'],
  'unknown-hash': ['admin.alarm-unknown', 'admin.alarm-unknown-do'],
  'paid-again': ['admin.alarm-again', 'admin.alarm-again-do'],
  'paid-short': ['admin.alarm-short', 'admin.alarm-again-do'],
  'wallet-gone': ['admin.alarm-gone', 'admin.alarm-gone-do'],
  'wallet-full': ['admin.alarm-full', 'admin.alarm-gone-do'],
  'node-balance': ['admin.differs-balance', 'admin.alarm-differs-do'],
  'node-not-in-books': ['admin.differs-missing', 'admin.alarm-differs-do'],
  'node-not-sent-in-books': ['admin.differs-never-sent', 'admin.alarm-differs-do'],
  'node-failed-in-books': ['admin.differs-failed', 'admin.alarm-differs-do'],
  'node-paid-inside': ['admin.differs-inside', 'admin.alarm-differs-do'],
  'node-not-comparable': ['admin.differs-unknown', 'admin.alarm-differs-do'],
}

/** Meaning and advice of an alarm; an unknown kind shows its id. */
export function alarmText(kind: string): AlarmText {
  // `node-locked` is the trouble `locked`.
  const trouble = troubleText(kind.replace(/^node-/, '').replaceAll('-', '_'))
  if (trouble.advice !== undefined) return trouble
  const found = TEXTS[kind]
  return found === undefined ? { title: kind, advice: undefined } : { title: t(found[0]), advice: t(found[1]) }
}
