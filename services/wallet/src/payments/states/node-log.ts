import type { Log } from '@satchel/lightning/port/log'
import { quietLog } from '@satchel/lightning/port/quiet-log'
import type { PaymentDeps } from './payment-deps.ts'

/** For errors of single calls to the node: says nothing while it is known, and logged once, why the node does not answer. */
export const nodeLog = ({ log, funding }: Pick<PaymentDeps, 'log' | 'funding'>): Log =>
  quietLog(log, () => funding.troubles?.() ?? [])
