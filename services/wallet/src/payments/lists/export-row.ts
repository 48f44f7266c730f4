import { msat, msatToSatTowardsZero, toJson } from '@satchel/money/units'
import type { FiatValue, PaymentValue } from '../../rates/fiat-value-store.ts'
import type { Payment } from '../states/payment.ts'
import { statusOf } from '../states/payment-states.ts'

/** A payment for bookkeeping: plain columns, every amount with its unit, the sign that of the balance. */
export interface ExportRow {
  /** When it was made: ISO 8601. */
  readonly time: string
  /** When it became final, or null. */
  readonly finished: string | null
  readonly direction: 'in' | 'out'
  readonly status: 'pending' | 'success' | 'failed'
  readonly amount_sat: number
  readonly amount_msat: number
  /** The fee that was paid; 0 while the payment is pending. */
  readonly fee_msat: number
  /** The value at the time of payment, exact decimal. */
  readonly fiat_amount: string | null
  readonly fiat_currency: string | null
  /** Units of the currency per 1 BTC. */
  readonly fiat_rate: string | null
  readonly memo: string
  readonly tag: string
  readonly payment_hash: string
  readonly checking_id: string
  readonly wallet_id: string
  /** The note of the owner. */
  readonly note: string
  readonly labels: string
  readonly contact: string
  /** The price of an invoice in a currency, exact decimals; tax and tip are in it. */
  readonly charged_amount: string | null
  readonly charged_currency: string | null
  readonly charged_tax: string | null
  readonly charged_tip: string | null
}

export interface ExportFacts {
  readonly value: PaymentValue | undefined
  readonly charged: FiatValue | undefined
  /** The name of its contact. */
  readonly contact: string
  readonly toIso: (seconds: number) => string
}

export function toExportRow(payment: Payment, { value, charged, contact, toIso }: ExportFacts): ExportRow {
  const amount = payment.direction === 'out' ? msat(-payment.amountMsat) : payment.amountMsat
  return {
    time: toIso(payment.createdAt),
    finished: payment.finishedAt === undefined ? null : toIso(payment.finishedAt),
    direction: payment.direction,
    status: statusOf(payment.state),
    amount_sat: toJson(msatToSatTowardsZero(amount)),
    amount_msat: toJson(amount),
    fee_msat: toJson(payment.feeMsat),
    fiat_amount: value === undefined ? null : `${payment.direction === 'out' ? '-' : ''}${value.amount}`,
    fiat_currency: value?.currency ?? null,
    fiat_rate: value?.rate ?? null,
    memo: payment.memo,
    tag: payment.tag,
    payment_hash: payment.paymentHash,
    checking_id: payment.checkingId,
    wallet_id: payment.walletId,
    note: payment.noted?.note ?? '',
    labels: payment.noted?.labels.join(', ') ?? '',
    contact,
    charged_amount: charged?.amount ?? null,
    charged_currency: charged?.currency ?? null,
    charged_tax: charged?.tax ?? null,
    charged_tip: charged?.tip ?? null,
  }
}
