import type { Log } from '@satchel/lightning/port/log'
import { quietLog } from '@satchel/lightning/port/quiet-log'
import type { PaymentDeps } from './payment-deps.ts'

/** For errors of single calls to the node: silent while a trouble, logged once, explains them. */
export const nodeLog = ({ log, funding }: Pick<PaymentDeps, 'log' | 'funding'>): Log =>
  quietLog(log, () => funding.troubles?.() ?? [])
